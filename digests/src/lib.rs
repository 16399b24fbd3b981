//! Digests: summaries of the past of an access.

//! The side-effecting constraint systems and their top-down solver.

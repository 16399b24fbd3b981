//! Sockets: `bind`, `listen`, `connect`, `accept` (POSIX.1-2017; Linux, ip(7), tcp(7)).
//!
//! The peer and the kernel decide whether a call succeeds, where the socket is in the right state and the address of its family. What else
//! is asked of a socket is determined by its state, and the path ends. Bytes come and go once there is a peer; datagrams come to a name.

use serde::Deserialize;

use super::descriptors::Purposes;
use super::exact::addresses;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::ObjectKind;
use crate::explore::shadow::AccessKind;

/// `AF_INET` and `SOCK_STREAM` of Linux, and the bits of a type that are none.
const INTERNET: u64 = 2;
const STREAM: u64 = 1;
const FLAGS: u64 = 0o2_004_000;
/// Bytes of an address of IPv4, and of a port and an address in it.
const ADDRESS: u64 = 16;
const NAME: u64 = 8;
/// Bytes of the memory of `inet_ntoa`.
const ADDRESS_TEXT: u64 = 18;

/// What is done with a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnSocket {
    /// `bind`.
    Bind,
    /// `listen`.
    Listen,
    /// `connect`.
    Connect,
    /// `accept`.
    Accept,
}

/// How far a socket has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Fresh,
    Named,
    Listening,
    Connected,
    /// An attempt failed, and what it left is not known.
    Unknown,
}

/// A socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Socket {
    family: u64,
    is_stream: bool,
    state: State,
}

impl Socket {
    /// A new one of a family and type.
    pub fn new(family: u64, kind: u64) -> Self {
        Socket {
            family,
            is_stream: kind & !FLAGS == STREAM,
            state: State::Fresh,
        }
    }

    /// Whether a peer may send something to it.
    pub fn receives(self) -> bool {
        self.state == State::Connected || !self.is_stream && self.state == State::Named
    }

    /// Whether the environment decides when something comes or may go.
    pub fn is_awaited(self) -> bool {
        self.receives() || self.state == State::Listening
    }

    /// Whether there is a peer for what is sent.
    pub fn sends(self) -> bool {
        self.state == State::Connected
    }
}

impl Machine<'_> {
    /// Performs a call on a socket.
    pub(super) fn on_socket(&mut self, thread: usize, call: &CallSite, does: OnSocket) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("a socket in a search of all states".to_owned()));
        }
        let [descriptor, at, size] = [0, 1, 2].map(|number| self.argument(thread, call, number));
        let unknown = || Stop::Open("what becomes of a socket is not known".to_owned());
        let Some(socket) = self.socket(descriptor) else {
            return Err(unknown());
        };
        let is_fit = match does {
            OnSocket::Bind => socket.state == State::Fresh && self.fits(thread, call, socket, (at, size))?,
            OnSocket::Connect => {
                let is_free = matches!(socket.state, State::Fresh | State::Named);
                is_free && self.fits(thread, call, socket, (at, size))?
            }
            OnSocket::Listen => socket.is_stream && socket.state == State::Named,
            OnSocket::Accept => socket.state == State::Listening,
        };
        if !is_fit {
            return Err(unknown());
        }
        if self.inputs.choice(2) != 0 {
            self.error_may_have_changed(thread);
            if does == OnSocket::Connect {
                self.set_socket(
                    descriptor,
                    Socket {
                        state: State::Unknown,
                        ..socket
                    },
                );
            }
            return Ok(u64::MAX);
        }
        let state = match does {
            OnSocket::Bind => State::Named,
            OnSocket::Listen => State::Listening,
            OnSocket::Connect => State::Connected,
            OnSocket::Accept => {
                self.tell_peer(thread, call, socket, (at, size))?;
                let state = State::Connected;
                return Ok(self.descriptors.add(Purposes::Socket(Socket { state, ..socket })));
            }
        };
        self.set_socket(descriptor, Socket { state, ..socket });
        Ok(0)
    }

    /// Whether an address is one of the socket's family; it is read.
    fn fits(&mut self, thread: usize, call: &CallSite, socket: Socket, (at, size): (u64, u64)) -> Result<bool, Stop> {
        if socket.family != INTERNET || size != ADDRESS {
            return Ok(false);
        }
        self.memory.bytes(at, ADDRESS)?;
        self.require_value(at, 2)?;
        self.access(thread, at, ADDRESS, AccessKind::Read, call.access);
        Ok(self.memory.read(at, 2)? == INTERNET)
    }

    /// Stores the address of a peer, which is an input, where that is asked for.
    fn tell_peer(
        &mut self,
        thread: usize,
        call: &CallSite,
        socket: Socket,
        (at, size_at): (u64, u64),
    ) -> Result<(), Stop> {
        if at == 0 {
            return Ok(());
        }
        let size = self.load(thread, size_at, Scalar::U32, call.access)?;
        if socket.family != INTERNET || size < ADDRESS {
            return Err(Stop::Open("there is no room for the address of a peer".to_owned()));
        }
        self.memory.bytes_mut(at, ADDRESS)?.fill(0);
        self.memory.write(at, 2, INTERNET)?;
        for offset in 2..NAME {
            let byte = self.inputs.value(Scalar::U8, &self.code.constants);
            self.memory.write(at.wrapping_add(offset), 1, byte)?;
        }
        self.access(thread, at, ADDRESS, AccessKind::Write, call.access);
        self.store(thread, size_at, Scalar::U32, ADDRESS, call.access)
    }

    /// `sendto`: a datagram goes to an address; what goes to no address is as for `send`.
    pub(super) fn send_to(&mut self, thread: usize, call: &CallSite) -> Result<u64, Stop> {
        let [descriptor, from, size, _, at, length] =
            [0, 1, 2, 3, 4, 5].map(|number| self.argument(thread, call, number));
        if at == 0 {
            return self.read_bytes(thread, call, from, size);
        }
        let socket = self
            .socket(descriptor)
            .filter(|socket| !socket.is_stream && socket.state != State::Unknown);
        let unknown = || Stop::Open("what becomes of a datagram is not known".to_owned());
        let Some(socket) = socket.filter(|_| self.settings.purpose != Purpose::Exhaust) else {
            return Err(unknown());
        };
        if !self.fits(thread, call, socket, (at, length & 0xffff_ffff))? {
            return Err(unknown());
        }
        self.memory.bytes(from, size)?;
        self.access(thread, from, size, AccessKind::Read, call.access);
        if self.inputs.choice(2) != 0 {
            self.error_may_have_changed(thread);
            return Ok(u64::MAX);
        }
        if socket.state == State::Fresh {
            self.set_socket(
                descriptor,
                Socket {
                    state: State::Named,
                    ..socket
                },
            );
        }
        Ok(size)
    }

    /// `recvfrom`: as `recv`, and tells whose it is.
    pub(super) fn receive_from(&mut self, thread: usize, call: &CallSite) -> Result<u64, Stop> {
        let [descriptor, to, size, _, at, size_at] =
            [0, 1, 2, 3, 4, 5].map(|number| self.argument(thread, call, number));
        let unknown = || Stop::Open("whose a datagram is, is not known".to_owned());
        let Some(socket) = self
            .socket(descriptor)
            .filter(|_| self.settings.purpose != Purpose::Exhaust)
        else {
            return Err(unknown());
        };
        if at != 0 && socket.is_stream {
            return Err(unknown());
        }
        let received = self.fill_bytes(thread, call, to, size)?;
        if received as i64 >= 0 {
            self.tell_peer(thread, call, socket, (at, size_at))?;
        }
        Ok(received)
    }

    /// `inet_ntoa`: four bytes as text, in memory that the library has for each thread.
    pub(super) fn address_text(&mut self, thread: usize, call: &CallSite, address: u64) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("`inet_ntoa` in a search of all states".to_owned()));
        }
        let bytes = (self.load(thread, address, Scalar::U32, call.access)? as u32).to_le_bytes();
        let at = match self.address_texts.get(&thread) {
            Some(at) => *at,
            None => {
                let at = self.allocate_filled(thread, ADDRESS_TEXT, ObjectKind::Library, 0)?;
                self.address_texts.insert(thread, at);
                at
            }
        };
        let text = addresses::text(bytes) + "\0";
        self.write_bytes(thread, call, at, text.as_bytes())?;
        Ok(at)
    }
}

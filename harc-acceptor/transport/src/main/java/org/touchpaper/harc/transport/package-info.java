/**
 * Persistent TCP streams between acceptors, and between acceptors and resource managers or clients.
 * They carry the protocol's messages; like any transport below the pure core they may lose,
 * duplicate and reorder them.
 *
 * <p>Start at {@link org.touchpaper.harc.transport.PeerStreams}: it listens, and keeps a {@link
 * org.touchpaper.harc.transport.PeerConnection} to each listening peer. Both lead to a {@link
 * org.touchpaper.harc.transport.StreamSession} once client and server are authenticated ({@link
 * org.touchpaper.harc.transport.HandshakeProofs}, and optionally mutual TLS, {@link
 * org.touchpaper.harc.transport.TlsCertificatePaths}). A {@link
 * org.touchpaper.harc.transport.message.StreamMessage} that no peer waits for is delayed to share a
 * flush. On Linux the event loop uses epoll ({@link
 * org.touchpaper.harc.transport.NettyChannelTypes}).
 *
 * <p><b>Why Netty.</b> Measured on the loopback with a thread on each side that takes from a queue
 * as the acceptor's event loop does: one way over Netty takes 15 to 23 microseconds, over a gRPC
 * stream 26, over HTTP/1.1 with XML several hundred. Protocol Buffers would add a compiler to the
 * build and a warning about {@code sun.misc.Unsafe} to every start; the messages are a dozen
 * records of text and numbers, encoded in one file.
 *
 * <p>Depends on harc-protocol, Netty and SLF4J.
 */
@NullMarked
package org.touchpaper.harc.transport;

import org.jspecify.annotations.NullMarked;

/**
 * The fast way between acceptors, and between them and resource managers that speak it: persistent
 * streams over TCP, beside HARC's XML over HTTP. It carries the protocol's messages and nothing
 * else; like everything below the pure core it may lose, double and reorder them.
 *
 * <p>Start at {@link org.touchpaper.harc.stream.Streams}: it listens, and it keeps a {@link
 * org.touchpaper.harc.stream.Line} to each peer that does. Both give a {@link
 * org.touchpaper.harc.stream.Session} once caller and listener have proved to each other who they
 * are ({@link org.touchpaper.harc.stream.Handshake}; with {@link
 * org.touchpaper.harc.stream.Certificates} by mutual TLS besides). What travels is a {@link
 * org.touchpaper.harc.stream.Word}, and {@link org.touchpaper.harc.stream.Wire} is its bytes; what
 * all words about a transaction have in common is made bytes of once ({@link
 * org.touchpaper.harc.stream.RecentRecords}). A word that nobody waits for waits itself, for
 * company: most of what a word costs is that somebody wakes up for it. And who waits sleeps, where
 * Linux helps ({@link org.touchpaper.harc.stream.Sockets}).
 *
 * <p><b>Why Netty, and why no more than it.</b> Measured on the loopback with a thread on each side
 * that takes from a queue as the acceptor's loop does: one way over Netty 15 to 23 microseconds,
 * over a gRPC stream 26, over HTTP/1.1 with XML several hundred. Protocol Buffers would add a
 * compiler to the build and a warning of the JDK's about {@code sun.misc.Unsafe} to every start;
 * the messages are a dozen records of text and numbers, written down in one file.
 *
 * <p>Depends on harc-commit, Netty and SLF4J.
 */
@NullMarked
package org.touchpaper.harc.stream;

import org.jspecify.annotations.NullMarked;

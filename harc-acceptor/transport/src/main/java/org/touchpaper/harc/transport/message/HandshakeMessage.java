package org.touchpaper.harc.transport.message;

import org.touchpaper.harc.protocol.journal.JournalPosition;

/**
 * The first messages of a stream, see {@code HandshakeProofs}. Each peer sends the identity of its
 * journal and the last position it has seen of the other's journal.
 */
public sealed interface HandshakeMessage {

  /** From the server: protocol version, name, and the nonce to sign. */
  record Challenge(int version, String server, String nonce) implements HandshakeMessage {}

  /** From the client: name, proof, and the nonce for the server to sign. */
  record Hello(
      String client,
      JournalIdentity identity,
      JournalPosition seenPosition,
      String nonce,
      String proof)
      implements HandshakeMessage {}

  /** From the server: its proof; the stream is open. */
  record Welcome(JournalIdentity identity, JournalPosition seenPosition, String proof)
      implements HandshakeMessage {}
}

package org.touchpaper.harc.stream;

import org.touchpaper.harc.commit.Extent;

/**
 * What is said on a stream before anything else, see {@link Handshake}. Each says which memory it
 * speaks from, and reminds the other how far it has seen its memory come.
 */
sealed interface Greeting {

  /** The listener's first word: which version it speaks, who it is, and what is to be signed. */
  record Challenge(int version, String listener, String nonce) implements Greeting {}

  /** The caller's: who it is, its proof, and what the listener is to sign. */
  record Hello(String caller, Incarnation incarnation, Extent seen, String nonce, String proof)
      implements Greeting {}

  /** The listener's proof; the stream is open. */
  record Welcome(Incarnation incarnation, Extent seen, String proof) implements Greeting {}
}

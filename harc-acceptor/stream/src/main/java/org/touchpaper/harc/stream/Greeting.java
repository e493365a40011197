package org.touchpaper.harc.stream;

/** What is said on a stream before anything else, see {@link Handshake}. */
sealed interface Greeting {

  /** The listener's first word: which version it speaks, who it is, and what is to be signed. */
  record Challenge(int version, String listener, String nonce) implements Greeting {}

  /** The caller's: who it is, its proof, and what the listener is to sign. */
  record Hello(String caller, Incarnation incarnation, String nonce, String proof)
      implements Greeting {}

  /** The listener's proof; the stream is open. */
  record Welcome(Incarnation incarnation, String proof) implements Greeting {}
}

package org.touchpaper.bar.administration;

/**
 * What a peer reports about its health.
 *
 * @param state such as {@code UP}; {@code NO_ANSWER} if it does not answer
 * @param detail why it is not up; empty if it is
 */
public record PeerHealth(String peer, String address, String state, String detail) {

  static final String NO_ANSWER = "NO_ANSWER";

  public boolean isUp() {
    return state.equals("UP");
  }
}

package org.touchpaper.tl1.session;

import java.time.Duration;
import java.util.Optional;
import org.touchpaper.tl1.message.InputCommand;

/**
 * What an element, or what stands behind it, asks of those who log in.
 *
 * @param settle the pause between a login and the first command: Calient's DiamondWave says "Login
 *     Not Active" to one that comes within half a second
 * @param turn shared with those whose logins must not coincide with this one
 * @param quotesTid true if it knows its TID only as a quoted text, as Polatis' switches do
 * @param reports what has the element report to this session what it keeps to itself else; empty if
 *     nothing need be said
 */
public record Manners(
    Duration settle, LoginTurn turn, boolean quotesTid, Optional<InputCommand> reports) {

  /** Nothing out of the ordinary. */
  public static Manners usual() {
    return new Manners(Duration.ZERO, new LoginTurn(), false, Optional.empty());
  }

  /** The same but with this pause after a login. */
  public Manners settling(Duration pause) {
    return new Manners(pause, turn, quotesTid, reports);
  }

  /** The same but logging in one at a time with all that hold this turn. */
  public Manners inTurn(LoginTurn shared) {
    return new Manners(settle, shared, quotesTid, reports);
  }

  /** The same but with a quoted TID in every command. */
  public Manners quotingTid() {
    return new Manners(settle, turn, true, reports);
  }

  /** The same but asking for reports with this after each login. */
  public Manners askingForReports(InputCommand request) {
    return new Manners(settle, turn, quotesTid, Optional.of(request));
  }
}

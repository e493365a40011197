package org.touchpaper.elementsession;

import java.time.Duration;
import java.util.Optional;
import org.touchpaper.tl1.message.InputCommand;

/**
 * What an element, or a server behind it, requires of a login.
 *
 * @param settleDelay the pause between a login and the first command: Calient's DiamondWave answers
 *     "Login Not Active" to a command within half a second
 * @param loginSerializer shared by sessions whose logins must not coincide
 * @param quotesTid true if the element accepts its TID only as quoted text, as Polatis switches do
 * @param reportRequest enables reports that the element otherwise does not send; empty if none
 */
public record Tl1LoginRequirements(
    Duration settleDelay,
    LoginSerializer loginSerializer,
    boolean quotesTid,
    Optional<InputCommand> reportRequest) {

  public static Tl1LoginRequirements defaults() {
    return new Tl1LoginRequirements(Duration.ZERO, new LoginSerializer(), false, Optional.empty());
  }

  public Tl1LoginRequirements withSettleDelay(Duration delay) {
    return new Tl1LoginRequirements(delay, loginSerializer, quotesTid, reportRequest);
  }

  public Tl1LoginRequirements withLoginSerializer(LoginSerializer shared) {
    return new Tl1LoginRequirements(settleDelay, shared, quotesTid, reportRequest);
  }

  public Tl1LoginRequirements withQuotedTid() {
    return new Tl1LoginRequirements(settleDelay, loginSerializer, true, reportRequest);
  }

  /** Returns a copy that sends this request after each login. */
  public Tl1LoginRequirements withReportRequest(InputCommand request) {
    return new Tl1LoginRequirements(settleDelay, loginSerializer, quotesTid, Optional.of(request));
  }
}

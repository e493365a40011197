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
public record LoginProfile(
    Duration settleDelay,
    LoginSerializer loginSerializer,
    boolean quotesTid,
    Optional<InputCommand> reportRequest) {

  public static LoginProfile defaults() {
    return new LoginProfile(Duration.ZERO, new LoginSerializer(), false, Optional.empty());
  }

  public LoginProfile withSettleDelay(Duration delay) {
    return new LoginProfile(delay, loginSerializer, quotesTid, reportRequest);
  }

  public LoginProfile withLoginSerializer(LoginSerializer shared) {
    return new LoginProfile(settleDelay, shared, quotesTid, reportRequest);
  }

  public LoginProfile withQuotedTid() {
    return new LoginProfile(settleDelay, loginSerializer, true, reportRequest);
  }

  /** Returns a copy that sends this request after each login. */
  public LoginProfile withReportRequest(InputCommand request) {
    return new LoginProfile(settleDelay, loginSerializer, quotesTid, Optional.of(request));
  }
}

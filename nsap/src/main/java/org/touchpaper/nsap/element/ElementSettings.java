package org.touchpaper.nsap.element;

import java.time.Duration;
import java.util.Set;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.LoginProfile;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.tl1.message.InputCommand;

/**
 * The settings of one element's session and driver: address, login, timeouts, transcript, notes,
 * the ports that circuits may use, and how late a command may still take effect.
 */
public record ElementSettings(
    ElementEndpoint endpoint,
    Credentials credentials,
    SessionTiming timing,
    LoginProfile loginProfile,
    TranscriptSink transcript,
    ElementNotes notes,
    Set<String> ports,
    Duration uncertainEffectTimeout) {

  public ElementSettings {
    ports = Set.copyOf(ports);
  }

  /** Settings with the default login profile. */
  public ElementSettings(
      ElementEndpoint endpoint,
      Credentials credentials,
      SessionTiming timing,
      TranscriptSink transcript) {
    this(endpoint, credentials, timing, LoginProfile.defaults(), transcript);
  }

  /** Settings without notes and ports. */
  public ElementSettings(
      ElementEndpoint endpoint,
      Credentials credentials,
      SessionTiming timing,
      LoginProfile loginProfile,
      TranscriptSink transcript) {
    this(
        endpoint,
        credentials,
        timing,
        loginProfile,
        transcript,
        ElementNotes.NONE,
        Set.of(),
        timing.totalTimeout());
  }

  /** A copy with these notes. */
  public ElementSettings withNotes(ElementNotes notes) {
    return new ElementSettings(
        endpoint,
        credentials,
        timing,
        loginProfile,
        transcript,
        notes,
        ports,
        uncertainEffectTimeout);
  }

  /** A copy with the ports that circuits may use. */
  public ElementSettings withPorts(Set<String> usablePorts) {
    return new ElementSettings(
        endpoint,
        credentials,
        timing,
        loginProfile,
        transcript,
        notes,
        usablePorts,
        uncertainEffectTimeout);
  }

  /** A copy with the time within which a command may still take effect. */
  public ElementSettings withUncertainEffectTimeout(Duration timeout) {
    return new ElementSettings(
        endpoint, credentials, timing, loginProfile, transcript, notes, ports, timeout);
  }

  /** Opens a TL1 session that requests change reports with this command after each login. */
  public Tl1Session openTl1Session(InputCommand reportCommand) {
    return Tl1Session.open(
        endpoint, credentials, timing, loginProfile.withReportRequest(reportCommand), transcript);
  }

  /** Opens a TL1 session. */
  public Tl1Session openTl1Session() {
    return Tl1Session.open(endpoint, credentials, timing, loginProfile, transcript);
  }

  /** A copy with this login profile. */
  private ElementSettings withLoginProfile(LoginProfile requestedProfile) {
    return new ElementSettings(
        endpoint,
        credentials,
        timing,
        requestedProfile,
        transcript,
        notes,
        ports,
        uncertainEffectTimeout);
  }

  /** A copy with at least this delay between a login and the first command. */
  public ElementSettings withMinimumSettleTime(Duration minimum) {
    return loginProfile.settleDelay().compareTo(minimum) >= 0
        ? this
        : withLoginProfile(loginProfile.withSettleDelay(minimum));
  }

  /** A copy whose commands quote the TID. */
  public ElementSettings quotingTid() {
    return withLoginProfile(loginProfile.withQuotedTid());
  }

  public String tid() {
    return endpoint.tid();
  }
}

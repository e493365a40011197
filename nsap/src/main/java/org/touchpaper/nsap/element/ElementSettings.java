package org.touchpaper.nsap.element;

import java.time.Duration;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1LoginRequirements;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;

/**
 * The settings of one element's session and driver: address, login, timeouts, transcript, notes,
 * the ports that circuits may use, and how late a command may still take effect.
 */
public record ElementSettings(
    ElementEndpoint endpoint,
    Credentials credentials,
    SessionTiming timing,
    Tl1LoginRequirements loginRequirements,
    TranscriptSink transcript,
    DriverItemNoteRepository notes,
    Set<String> ports,
    Duration uncertainEffectTimeout) {

  public ElementSettings {
    ports = Set.copyOf(ports);
  }

  /** Opens a TL1 session with what the type adds to the login profile. */
  public Tl1Session openTl1Session(UnaryOperator<Tl1LoginRequirements> adjustment) {
    return Tl1Session.open(
        endpoint, credentials, timing, adjustment.apply(loginRequirements), transcript);
  }

  public String tid() {
    return endpoint.tid();
  }
}

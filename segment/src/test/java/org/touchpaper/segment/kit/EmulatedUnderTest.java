package org.touchpaper.segment.kit;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptLine;
import org.touchpaper.tl1.session.TranscriptLine.Direction;

/** One of our emulated elements under test; which driver speaks to it is for the test to say. */
public abstract class EmulatedUnderTest implements ElementUnderTest {

  private static final Pattern NO_EDIT =
      Pattern.compile("(?i)(RTRV-|ALW-MSG-|ACT-USER|CANC-USER|show |enable|terminal |exit|\\*).*");

  /** Code, TID and AID of a TL1 command: the CTAG that follows is never the same. */
  private static final Pattern ABOUT = Pattern.compile("([^:]*:[^:]*:(\"[^\"]*\"|[^:])*:).*");

  protected final EmulatedElement element;
  private final CountingWire wire;
  private final OnDemandWaker waker = new OnDemandWaker();
  private final Driven driven;

  /** A driver and the session under it. */
  public record Driven(ElementDriver driver, AutoCloseable session) {}

  /** Opens the driver, with a standing session at an endpoint. */
  @FunctionalInterface
  protected interface Drive {
    Driven on(Endpoint endpoint, Timing timing);
  }

  protected EmulatedUnderTest(String tid, Dialect dialect, Path folder, Drive drive)
      throws IOException {
    this(EmulatedElement.start(ElementConfig.demo(tid, dialect), folder), drive);
  }

  protected EmulatedUnderTest(EmulatedElement element, Drive drive) throws IOException {
    this.element = element;
    this.wire = new CountingWire(element.port());
    this.driven = drive.on(new Endpoint(element.tid(), "127.0.0.1", wire.port()), timing());
  }

  /** Where somebody else reaches the element. */
  protected final Endpoint door() {
    return new Endpoint(element.tid(), "127.0.0.1", element.port());
  }

  /** No answer is given up before the test says so. */
  private Timing timing() {
    return new Timing(
        Clock.systemUTC(),
        waker,
        Duration.ofSeconds(5),
        OnDemandWaker.ANSWER,
        Duration.ofSeconds(60),
        Duration.ofSeconds(1000));
  }

  @Override
  public final ElementDriver driver() {
    return driven.driver();
  }

  @Override
  public final List<String> edits() {
    return element.transcript().stream()
        .filter(line -> line.direction() == Direction.RECEIVED)
        .map(TranscriptLine::text)
        .filter(text -> !NO_EDIT.matcher(text).matches())
        .map(text -> ABOUT.matcher(text).replaceFirst("$1"))
        .toList();
  }

  @Override
  public Object holdings() {
    return element.holds();
  }

  @Override
  public final void next(String edit, Trouble trouble) {
    element
        .faults()
        .next(
            edit,
            switch (trouble) {
              case LOST_BEFORE -> new Fault.DropBefore();
              case LOST_AFTER -> new Fault.DropAfter();
              case UNANSWERED -> new Fault.Silent();
              case DENIED -> new Fault.Deny("SROF", "Status, Requested Operation Failed");
              case GARBLED -> new Fault.Garbage("\r\n? what was that\r\n");
            });
    if (trouble == Trouble.UNANSWERED || trouble == Trouble.GARBLED) {
      Thread.startVirtualThread(this::giveUpOnceItStruck);
    }
  }

  private void giveUpOnceItStruck() {
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(1))
        .until(element.faults()::areSpent);
    waker.ring();
  }

  @Override
  public final void crash() {
    element.crash();
    wire.cut();
  }

  @Override
  public final void restart() {
    try {
      element.restart();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public final void restartEmpty() {
    try {
      element.restartEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public final Load load() {
    return wire.load();
  }

  @Override
  public final void close() {
    try {
      driven.session().close();
    } catch (Exception e) {
      throw new IllegalStateException("the session of " + element.tid() + " does not close", e);
    }
    wire.close();
    element.close();
  }
}

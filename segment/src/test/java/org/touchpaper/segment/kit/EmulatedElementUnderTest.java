package org.touchpaper.segment.kit;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptLine;
import org.touchpaper.elementsession.transcript.TranscriptLine.Direction;
import org.touchpaper.segment.element.ElementDriver;

/** An emulated element under test. The test supplies its driver. */
public abstract class EmulatedElementUnderTest implements ElementUnderTest {

  private static final Pattern READ_ONLY =
      Pattern.compile("(?i)(RTRV-|ALW-MSG-|ACT-USER|CANC-USER|show |enable|terminal |exit|\\*).*");

  /** Code, TID and AID of a TL1 command; the CTAG that follows always differs. */
  private static final Pattern COMMAND_TARGET =
      Pattern.compile("([^:]*:[^:]*:(\"[^\"]*\"|[^:])*:).*");

  protected final EmulatedElement element;
  private final CountingProxy proxy;
  private final OnDemandWaker waker = new OnDemandWaker();
  private final DriverSession driverSession;

  /** A driver and the session under it. */
  public record DriverSession(ElementDriver driver, AutoCloseable session) {}

  /** Opens the driver, with a connected session at an endpoint. */
  @FunctionalInterface
  protected interface DriverFactory {
    DriverSession open(ElementEndpoint endpoint, SessionTiming timing);
  }

  protected EmulatedElementUnderTest(
      String tid, ElementModel model, Path folder, DriverFactory factory) throws IOException {
    this(EmulatedElement.start(ElementConfig.demo(tid, model), folder), factory);
  }

  protected EmulatedElementUnderTest(EmulatedElement element, DriverFactory factory)
      throws IOException {
    this.element = element;
    this.proxy = new CountingProxy(element.port());
    this.driverSession =
        factory.open(new ElementEndpoint(element.tid(), "127.0.0.1", proxy.port()), timing());
  }

  /** The address at which others reach the element. */
  protected final ElementEndpoint directEndpoint() {
    return new ElementEndpoint(element.tid(), "127.0.0.1", element.port());
  }

  /** No answer times out before the test says so. */
  private SessionTiming timing() {
    return new SessionTiming(
        Clock.systemUTC(),
        waker,
        Duration.ofSeconds(5),
        OnDemandWaker.ANSWER,
        Duration.ofSeconds(60),
        Duration.ofSeconds(1000));
  }

  @Override
  public final ElementDriver driver() {
    return driverSession.driver();
  }

  @Override
  public final List<String> edits() {
    return element.transcript().stream()
        .filter(line -> line.direction() == Direction.RECEIVED)
        .map(TranscriptLine::text)
        .filter(text -> !READ_ONLY.matcher(text).matches())
        .map(text -> COMMAND_TARGET.matcher(text).replaceFirst("$1"))
        .toList();
  }

  @Override
  public Object configuration() {
    return element.listEntities();
  }

  @Override
  public final void failNext(String edit, Trouble trouble) {
    element
        .faults()
        .injectOnce(
            edit,
            switch (trouble) {
              case LOST_BEFORE -> new InjectedFault.DropBefore();
              case LOST_AFTER -> new InjectedFault.DropAfter();
              case UNANSWERED -> new InjectedFault.NoResponse();
              case DENIED -> new InjectedFault.Deny("SROF", "Status, Requested Operation Failed");
              case GARBLED -> new InjectedFault.Garbage("\r\n? what was that\r\n");
            });
    if (trouble == Trouble.UNANSWERED || trouble == Trouble.GARBLED) {
      Thread.startVirtualThread(this::timeOutOnceFaultApplied);
    }
  }

  private void timeOutOnceFaultApplied() {
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(1))
        .until(element.faults()::isExhausted);
    waker.wakeAll();
  }

  @Override
  public final void crash() {
    element.crash();
    proxy.cut();
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
    return proxy.load();
  }

  @Override
  public final void close() {
    try {
      driverSession.session().close();
    } catch (Exception e) {
      throw new IllegalStateException("the session of " + element.tid() + " does not close", e);
    }
    proxy.close();
    element.close();
  }
}

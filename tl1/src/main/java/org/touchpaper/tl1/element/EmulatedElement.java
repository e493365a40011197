package org.touchpaper.tl1.element;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.tl1.session.TranscriptLine;

/**
 * One emulated element, listening on 127.0.0.1, on its usual port and wherever else it is told to
 * ({@link Entrance}). What it holds is a file in its folder, written before each answer; so {@link
 * #crash} loses nothing it has confirmed.
 */
public final class EmulatedElement implements Closeable {

  private static final Logger log = LoggerFactory.getLogger(EmulatedElement.class);

  private final ElementConfig config;
  private final Shelf shelf;
  private final Credential credential;
  private final Map<Entrance, Door> doors = new EnumMap<>(Entrance.class);

  private EmulatedElement(ElementConfig config, Shelf shelf, Path folder) throws IOException {
    this.config = config;
    this.shelf = shelf;
    this.credential = new Credential(folder, config.tid());
    open(config.dialect().entrance(), config.port());
    for (var other : config.others().entrySet()) {
      open(other.getKey(), other.getValue());
    }
    shelf.poweredBy(keeps -> Thread.startVirtualThread(() -> powerCycle(keeps)));
  }

  /** Starts an element whose database lives in this folder. */
  public static EmulatedElement start(ElementConfig config, Path folder) throws IOException {
    return start(config, folder, Clock.systemUTC());
  }

  public static EmulatedElement start(ElementConfig config, Path folder, Clock clock)
      throws IOException {
    return start(config, folder, clock, ControlPlane.none());
  }

  /** One that signals to others, if its make does. */
  public static EmulatedElement start(
      ElementConfig config, Path folder, Clock clock, ControlPlane plane) throws IOException {
    return new EmulatedElement(
        config, new Shelf(config, folder, clock, new Faults(config.tid()), plane), folder);
  }

  public String tid() {
    return config.tid();
  }

  public Dialect dialect() {
    return config.dialect();
  }

  /** Where it listens, also if it was told to take any port. */
  public int port() {
    return port(config.dialect().entrance());
  }

  /** Where this way in is. */
  public synchronized int port(Entrance entrance) {
    var door = doors.get(entrance);
    if (door == null) {
      throw new IllegalArgumentException(config + " has no way in over " + entrance);
    }
    return door.port();
  }

  /** What will go wrong next. */
  public Faults faults() {
    return shelf.faults;
  }

  /** The port has lost its signal: an alarm that affects service. */
  public void loseSignal(String port) {
    tell(port, true, shelf.signals.lose(port, shelf.clock.instant()));
  }

  public void restoreSignal(String port) {
    tell(port, false, shelf.signals.restore(port, shelf.clock.instant()));
  }

  private void tell(String port, boolean isDark, List<Signals.Report> news) {
    news.forEach(shelf.bulletin::report);
    SncCommands.report(shelf.plane.over(tid(), port), isDark);
  }

  /**
   * Something it holds goes out of service, or back into it, by itself or by hand.
   *
   * @param primaryState as its row tells it: {@code OOS-AU}, {@code OOS-MA}, {@code IS-NR}
   * @throws NoSuchElementException if it holds no such thing
   */
  public void becomes(String kind, String name, String primaryState) {
    var database = shelf.database();
    database.put(database.find(kind, name).orElseThrow().with("PST", primaryState));
  }

  /** The ports, and cards, that are without signal now. */
  public List<String> lostSignals() {
    return shelf.signals.lostPorts();
  }

  /** A card is pulled: a 7600 knows none of its ports until it is back, and nothing else. */
  public void pullCard(int slot) {
    shelf.slots.pull(slot);
  }

  /** Its card is back, with what was configured on its ports. */
  public void insertCard(int slot) {
    shelf.slots.insert(slot);
  }

  /** Names of what was lost in restarts or deleted by {@link Fault.Stranger}s, and is missing. */
  public Set<String> lost() {
    return shelf.lost();
  }

  /**
   * How often what was lost so, put back since or not, by name: unlike the transcript it forgets
   * nothing.
   */
  public Map<String, Integer> losses() {
    return shelf.losses();
  }

  /** Everything it holds, in the order of kind and name. */
  public List<Entity> holds() {
    return shelf.holds();
  }

  /** What was said to it (RECEIVED) and what it said (SENT), the last 5,000 lines. */
  public List<TranscriptLine> transcript() {
    return shelf.transcript();
  }

  /** Stops as if the power had gone: every connection breaks, whatever was going on. */
  public synchronized void crash() {
    doors.values().forEach(Door::slam);
  }

  /** Comes back on the same ports with what is on disk. */
  public synchronized void restart() throws IOException {
    crash();
    shelf.reload();
    reopen();
  }

  private void reopen() throws IOException {
    for (var door : List.copyOf(doors.entrySet())) {
      open(door.getKey(), door.getValue().port());
    }
  }

  /** Comes back on the same port with nothing: its database was lost with the power. */
  public synchronized void restartEmpty() throws IOException {
    crash();
    shelf.reloadEmpty();
    reopen();
  }

  private void powerCycle(boolean keepsDatabase) {
    try {
      if (keepsDatabase) {
        restart();
      } else {
        restartEmpty();
      }
    } catch (IOException e) {
      log.error("{} does not come back", config, e);
    }
  }

  @Override
  public void close() {
    crash();
  }

  private void open(Entrance entrance, int port) throws IOException {
    try {
      doors.put(entrance, Door.open(entrance, port, config, credential, this::serve));
    } catch (IOException e) {
      crash();
      throw e;
    }
  }

  private void serve(Wire wire, String from) {
    shelf.note("connection from " + from);
    try (wire) {
      terminal(wire).serve();
      shelf.note("connection closed");
    } catch (IOException e) {
      shelf.note("connection lost: " + e.getMessage());
    } catch (UncheckedIOException e) {
      shelf.note("connection lost: " + e.getMessage());
    } catch (RuntimeException e) {
      log.error("{} cannot go on with a connection", config, e);
    }
  }

  private Terminal terminal(Wire wire) {
    return switch (config.dialect()) {
      case CORE_DIRECTOR -> new Tl1Terminal(shelf, new CoreDirector(shelf), wire);
      case ONS_15454, ONS_15454_SDH -> new Tl1Terminal(shelf, new Ons15454(shelf), wire);
      case CALIENT -> new Tl1Terminal(shelf, new Calient(shelf.database()), wire);
      case POLATIS -> new Tl1Terminal(shelf, new Polatis(shelf.database()), wire);
      case IOS_7600 -> new CliTerminal(shelf, new Ios7600(shelf), wire);
    };
  }
}

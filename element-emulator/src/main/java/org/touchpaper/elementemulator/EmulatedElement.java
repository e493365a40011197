package org.touchpaper.elementemulator;

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
import org.touchpaper.elementemulator.ciena.ControlPlane;
import org.touchpaper.elementemulator.ciena.EmulatedCoreDirector;
import org.touchpaper.elementemulator.ciena.SncCommands;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.config.TransportProtocol;
import org.touchpaper.elementemulator.fault.ElementFaultSchedule;
import org.touchpaper.elementemulator.ios.CliConnectionHandler;
import org.touchpaper.elementemulator.listener.ClientConnection;
import org.touchpaper.elementemulator.listener.ElementListener;
import org.touchpaper.elementemulator.listener.ServerCredentials;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementemulator.tl1.EmulatedCalient;
import org.touchpaper.elementemulator.tl1.EmulatedOns15454;
import org.touchpaper.elementemulator.tl1.EmulatedPolatis;
import org.touchpaper.elementemulator.tl1.Tl1CommandExecutor;
import org.touchpaper.elementemulator.tl1.Tl1ConnectionHandler;
import org.touchpaper.elementsession.transcript.TranscriptLine;

/**
 * One emulated element. It listens on 127.0.0.1 on its default port and on any additional ports
 * ({@link TransportProtocol}). Its database is a file in its folder, written before each answer, so
 * {@link #crash} loses nothing that was confirmed.
 */
public final class EmulatedElement implements Closeable {

  private static final Logger log = LoggerFactory.getLogger(EmulatedElement.class);

  private final ElementConfig config;
  private final ElementState state;
  private final ControlPlane controlPlane;
  private final ServerCredentials credentials;
  private final Map<TransportProtocol, ElementListener> listeners =
      new EnumMap<>(TransportProtocol.class);

  private EmulatedElement(
      ElementConfig config, ElementState state, ControlPlane controlPlane, Path folder)
      throws IOException {
    this.config = config;
    this.state = state;
    this.controlPlane = controlPlane;
    this.credentials = new ServerCredentials(folder, config.tid());
    openListener(config.model().defaultProtocol(), config.port());
    for (var additional : config.additionalPorts().entrySet()) {
      openListener(additional.getKey(), additional.getValue());
    }
    state.onRestartRequest(
        keepsDatabase -> Thread.startVirtualThread(() -> powerCycle(keepsDatabase)));
  }

  /** Starts an element with its database in this folder. */
  public static EmulatedElement start(ElementConfig config, Path folder) throws IOException {
    return start(config, folder, Clock.systemUTC());
  }

  public static EmulatedElement start(ElementConfig config, Path folder, Clock clock)
      throws IOException {
    return start(config, folder, clock, ControlPlane.none());
  }

  /** Starts an element that signals to others, if its model does. */
  public static EmulatedElement start(
      ElementConfig config, Path folder, Clock clock, ControlPlane controlPlane)
      throws IOException {
    var state =
        new ElementState(
            config, folder, clock, new ElementFaultSchedule(config.tid()), controlPlane.lock);
    controlPlane.register(state);
    return new EmulatedElement(config, state, controlPlane, folder);
  }

  public String tid() {
    return config.tid();
  }

  public ElementModel model() {
    return config.model();
  }

  /** The port of the default protocol, also if it was chosen freely. */
  public int port() {
    return port(config.model().defaultProtocol());
  }

  public synchronized int port(TransportProtocol protocol) {
    var listener = listeners.get(protocol);
    if (listener == null) {
      throw new IllegalArgumentException(config + " does not listen for " + protocol);
    }
    return listener.port();
  }

  /** Its state, for the data plane of its network. */
  public ElementState state() {
    return state;
  }

  public ElementFaultSchedule faults() {
    return state.faults;
  }

  /** Raises a loss-of-signal alarm for a port; it affects service. */
  public void loseSignal(String port) {
    state.setSignal(port, false);
    SncCommands.reportPathAlarms(controlPlane.listCrossing(tid(), port), true);
  }

  public void restoreSignal(String port) {
    state.setSignal(port, true);
    SncCommands.reportPathAlarms(controlPlane.listCrossing(tid(), port), false);
  }

  /**
   * Puts an entity into or out of service, as the element itself or an operator would.
   *
   * @param primaryState as rows state it: {@code OOS-AU}, {@code OOS-MA}, {@code IS-NR}
   * @throws NoSuchElementException if there is no such entity
   */
  public void setPrimaryState(String kind, String name, String primaryState) {
    state.runExclusively(() -> {
      var database = state.database();
      database.put(database.find(kind, name).orElseThrow().with("PST", primaryState));
      return Boolean.TRUE;
    });
  }

  public List<String> portsWithoutSignal() {
    return state.signalAlarms.portsWithoutSignal();
  }

  /** Removes a card: a 7600 then has none of its ports, until it is inserted again. */
  public void pullCard(int slot) {
    state.pullCard(slot);
  }

  /** Inserts a card again, with the configuration of its ports. */
  public void insertCard(int slot) {
    state.insertCard(slot);
  }

  /**
   * The names of entities that restarts or third parties ({@link
   * org.touchpaper.elementemulator.fault.InjectedFault.ThirdPartyChange}) removed and that were not
   * restored.
   */
  public Set<String> missingEntities() {
    return state.missingEntities();
  }

  /**
   * By name, how often an entity was removed that way, whether restored or not; unlike the
   * transcript, it covers the whole life of the element.
   */
  public Map<String, Integer> lossCounts() {
    return state.lossCounts();
  }

  /** All entities, sorted by kind and name. */
  public List<ManagedEntity> listEntities() {
    return state.listEntities();
  }

  /** The last 5,000 lines received and sent. */
  public List<TranscriptLine> transcript() {
    return state.transcript();
  }

  /** Stops like a power failure: every connection breaks immediately. */
  public synchronized void crash() {
    state.setRunning(false);
    listeners.values().forEach(ElementListener::shutDown);
  }

  /** Starts again on the same ports with the database on disk. */
  public void restart() throws IOException {
    restart(true);
  }

  /** Starts again on the same ports with an empty database, as after a replaced flash card. */
  public void restartEmpty() throws IOException {
    restart(false);
  }

  private synchronized void restart(boolean keepsDatabase) throws IOException {
    crash();
    state.restart(keepsDatabase);
    for (var listener : List.copyOf(listeners.entrySet())) {
      openListener(listener.getKey(), listener.getValue().port());
    }
    state.setRunning(true);
  }

  private void powerCycle(boolean keepsDatabase) {
    try {
      restart(keepsDatabase);
    } catch (IOException e) {
      log.error("cannot restart {}", config, e);
    }
  }

  @Override
  public void close() {
    crash();
  }

  private void openListener(TransportProtocol protocol, int port) throws IOException {
    try {
      listeners.put(
          protocol,
          ElementListener.open(protocol, port, config, credentials, this::handleConnection));
    } catch (IOException e) {
      crash();
      throw e;
    }
  }

  private void handleConnection(ClientConnection connection, String remoteAddress) {
    state.recordEvent("connection from " + remoteAddress);
    try (var _ = connection.stream()) {
      serve(connection);
      state.recordEvent("connection closed");
    } catch (IOException | UncheckedIOException e) {
      state.recordEvent("connection lost: " + e.getMessage());
    } catch (RuntimeException e) {
      log.error("unexpected error on a connection to {}", config, e);
    }
  }

  private void serve(ClientConnection connection) throws IOException {
    switch (config.model()) {
      case CORE_DIRECTOR -> serve(new EmulatedCoreDirector(state, controlPlane), connection);
      case ONS_15454, ONS_15454_SDH -> serve(new EmulatedOns15454(state), connection);
      case CALIENT -> serve(new EmulatedCalient(state.database()), connection);
      case POLATIS -> serve(new EmulatedPolatis(state.database()), connection);
      case IOS_7600 -> new CliConnectionHandler(state, connection).serve();
    }
  }

  private void serve(Tl1CommandExecutor model, ClientConnection connection) throws IOException {
    new Tl1ConnectionHandler(state, model, connection).serve();
  }
}

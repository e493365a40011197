package org.touchpaper.imd.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.touchpaper.imd.connection.ImdConnection;
import org.touchpaper.imd.message.ImdMessage;
import org.touchpaper.imd.message.ImdProtocolException;

/**
 * Stands between one engine and its viewers, beside the engine.
 *
 * <ul>
 *   <li>The engine sees one viewer that never vanishes: LAMMPS ends its run when a viewer's
 *       connection breaks. The relay connects when the first viewer comes, so that a simulation
 *       does not begin unseen. When the last viewer leaves the simulation goes on, or is paused
 *       ({@link RelayOptions#pausesWhenAlone}).
 *   <li>All viewers watch, one steers ({@link SteeringRuleKind}). What others send to steer goes no
 *       further; it is logged and counted, since IMD has no answer that says so.
 *   <li>The viewer that steers receives every frame it asks for: the engine's thread waits until
 *       its connection takes the frame, and TCP slows the engine down, as it would without a relay.
 *       Steering by a picture of the past would be worse than a slower simulation. Any other viewer
 *       has room for one frame besides the one being written; a newer frame replaces it. So a slow
 *       watcher costs nobody else anything, and what it sees is never old.
 *   <li>TRATE is obeyed at the relay, per viewer. The engine always sends each step.
 *   <li>A viewer that takes no byte for {@link RelayOptions#stallLimit} is dropped, else one that
 *       has lost its power while steering would hold the simulation for ever.
 * </ul>
 */
public final class ImdRelay implements AutoCloseable {

  private static final Duration GO_LIMIT = Duration.ofSeconds(10);

  private final RelayOptions options;
  private final Consumer<String> log;
  private final ServerSocket listener;
  private final List<RelayedViewer> viewers = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService watchdog =
      new ScheduledThreadPoolExecutor(1, Thread.ofVirtual().factory());
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Set once, by the first viewer. */
  private volatile @Nullable EngineConnection engine;

  /** Guarded by this. */
  private @Nullable RelayState state;

  private ImdRelay(RelayOptions options, Consumer<String> log, ServerSocket listener) {
    this.options = options;
    this.log = log;
    this.listener = listener;
  }

  /**
   * Listens for viewers.
   *
   * @param log receives a line for whatever happens to a viewer or the engine
   */
  public static ImdRelay start(RelayOptions options, Consumer<String> log) throws IOException {
    var listener = new ServerSocket();
    listener.setReuseAddress(true);
    listener.bind(options.listen());
    var relay = new ImdRelay(options, log, listener);
    Thread.ofVirtual().name("imd-listener").start(relay::accept);
    var period = Math.max(1, options.stallLimit().toMillis() / 10);
    var _ =
        relay.watchdog.scheduleAtFixedRate(
            relay::closeStalled, period, period, TimeUnit.MILLISECONDS);
    return relay;
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  /** Those who are connected. */
  public List<ViewerReport> viewers() {
    return viewers.stream().map(RelayedViewer::report).toList();
  }

  /** Returns when the engine has ended the session, or the relay was closed. */
  public void awaitEnd() throws InterruptedException {
    ended.await();
  }

  private void accept() {
    try {
      while (true) {
        var connection = new ImdConnection(listener.accept());
        Thread.ofVirtual().name("imd-viewer").start(() -> serve(new RelayedViewer(connection)));
      }
    } catch (IOException e) {
      end("the relay listens no longer");
    }
  }

  private void serve(RelayedViewer viewer) {
    try {
      var connection = viewer.connection();
      connection.write(greeting());
      connection.limitReads(GO_LIMIT);
      if (!(connection.read() instanceof ImdMessage.Go)) {
        throw new ImdProtocolException("the first message of a viewer is GO");
      }
      connection.limitReads(Duration.ZERO);
      join(viewer);
      for (var message = connection.read(); message != null; message = connection.read()) {
        received(viewer, message);
      }
      leave(viewer, "left");
    } catch (IOException | ImdProtocolException e) {
      leave(viewer, "was lost: " + e.getMessage());
    }
  }

  private synchronized byte[] greeting() throws IOException {
    var present = engine;
    if (present != null) {
      return present.greeting();
    }
    var opened = EngineConnection.open(options);
    engine = opened;
    state =
        RelayState.initial(options.rule(), opened.session().version(), options.pausesWhenAlone());
    log.accept(
        "engine "
            + options.engine().getHostString()
            + ":"
            + options.engine().getPort()
            + " speaks IMD "
            + opened.session().version());
    opened.readBy(Thread.ofVirtual().name("imd-engine").start(() -> relayFrames(opened)));
    return opened.greeting();
  }

  private void relayFrames(EngineConnection from) {
    try {
      for (var frame = from.nextFrame(); frame != null; frame = from.nextFrame()) {
        for (var viewer : viewers) {
          viewer.offer(frame);
        }
      }
      end("the engine has ended the session");
    } catch (IOException | ImdProtocolException e) {
      end("the engine's connection is lost: " + e.getMessage());
    } catch (InterruptedException e) {
      end("interrupted");
    }
  }

  private synchronized void join(RelayedViewer viewer) throws IOException {
    viewers.add(viewer);
    log.accept("viewer " + viewer.name() + " joined");
    Thread.ofVirtual().name("imd-writer").start(() -> writeFrames(viewer));
    perform(current().joined(viewer.name()));
  }

  private void writeFrames(RelayedViewer viewer) {
    try {
      viewer.writeFrames();
    } catch (IOException | InterruptedException e) {
      viewer.close(); // the thread that reads from it sees the end, and says so
    }
  }

  private synchronized void received(RelayedViewer viewer, ImdMessage message) throws IOException {
    if (viewers.contains(viewer)) {
      perform(current().received(viewer.name(), message));
    }
  }

  private synchronized void leave(RelayedViewer viewer, String how) {
    viewer.close();
    if (!viewers.remove(viewer)) {
      log.accept("viewer " + viewer.name() + " never watched: it " + how);
      return;
    }
    log.accept(
        "viewer "
            + viewer.name()
            + " "
            + how
            + (ended.getCount() == 0 ? "" : "; " + viewer.report().summary()));
    try {
      perform(current().left(viewer.name()));
    } catch (IOException e) {
      end("the engine's connection is lost: " + e.getMessage());
    }
  }

  private RelayState current() {
    if (state == null) {
      throw new IllegalStateException("no engine is connected");
    }
    return state;
  }

  private void perform(RelayTransition step) throws IOException {
    state = step.next();
    for (var effect : step.effects()) {
      switch (effect) {
        case RelayEffect.SendToEngine(var message) -> write(message);
        case RelayEffect.StartSteering(var name) -> giveSteering(name);
        case RelayEffect.RejectSteering(var name, var type, var steerer) ->
            viewers.stream()
                .filter(viewer -> viewer.name().equals(name))
                .forEach(viewer -> {
                  viewer.refuse();
                  if (viewer.hasBeenRefusedOnce()) {
                    log.accept(
                        "viewer "
                            + name
                            + " sent "
                            + type
                            + " while "
                            + steerer
                            + " steers: ignored, as are further ones");
                  }
                });
        case RelayEffect.SetRate(var name, var steps) ->
            viewers.stream()
                .filter(viewer -> viewer.name().equals(name))
                .forEach(viewer -> viewer.thin(steps));
        case RelayEffect.EndViewer(var name) ->
            viewers.stream()
                .filter(viewer -> viewer.name().equals(name))
                .forEach(RelayedViewer::finish);
      }
    }
  }

  private void giveSteering(String name) {
    for (var viewer : viewers) {
      viewer.steers(viewer.name().equals(name));
    }
    log.accept("viewer " + name + " steers");
  }

  private void write(ImdMessage message) throws IOException {
    var open = engine;
    if (open != null) {
      open.write(message);
    }
  }

  /** Takes no lock: the lock may be held by who waits for the stalled viewer. */
  private void closeStalled() {
    for (var viewer : viewers) {
      if (viewer.isStalled(options.stallLimit())) {
        log.accept(
            "viewer "
                + viewer.name()
                + " took nothing for "
                + options.stallLimit().toSeconds()
                + " s: dropped");
        viewer.close();
      }
    }
  }

  private void end(String reason) {
    if (ended.getCount() == 0) {
      return;
    }
    ended.countDown();
    log.accept(reason);
    viewers.forEach(viewer -> log.accept(viewer.report().toString()));
    watchdog.shutdownNow();
    try {
      listener.close();
    } catch (IOException e) {
      // closed is what it was to be
    }
    viewers.forEach(RelayedViewer::finish);
  }

  /** Leaves the engine alive and lets viewers read to the end. */
  @Override
  public void close() {
    end("the relay was stopped");
    var open = engine;
    if (open != null) {
      open.close();
    }
  }
}

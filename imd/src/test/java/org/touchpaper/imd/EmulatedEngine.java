package org.touchpaper.imd;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.touchpaper.imd.connection.ImdConnection;
import org.touchpaper.imd.message.AtomVectors;
import org.touchpaper.imd.message.ImdCodec;
import org.touchpaper.imd.message.ImdMessage;
import org.touchpaper.imd.message.ImdMessage.Mdcomm;

/**
 * A simulation that behaves to its viewer as LAMMPS does with {@code fix imd}: it stands still
 * while nobody is connected, and version 3 ends the run when a viewer goes without DISCONNECT. A
 * force moves the atom by a thousandth of it in each step.
 */
public final class EmulatedEngine implements AutoCloseable {

  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  private final int version;
  private final int atoms;
  private final ServerSocket listener = new ServerSocket();
  private final List<ImdMessage> received = new CopyOnWriteArrayList<>();
  private final float[] positions;
  private volatile @Nullable Mdcomm force;
  private volatile @Nullable String death;
  private volatile boolean paused;
  private volatile boolean leaving;
  private volatile int every = 1;
  private final AtomicLong step = new AtomicLong();
  private volatile long writingSince;
  private final AtomicInteger sessions = new AtomicInteger();
  private final Thread simulation;

  /** A program of its own, which listens on this host's port and ends when its run does. */
  public static void main(String[] arguments) throws Exception {
    var port = Integer.parseInt(arguments[0]);
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (var engine = new EmulatedEngine(3, 10, address)) {
      engine.simulation.join();
      System.out.println("the run ended: " + engine.death());
    }
    System.exit(1);
  }

  public EmulatedEngine(int version, int atoms) throws IOException {
    this(version, atoms, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /** Listens at that address. */
  public EmulatedEngine(int version, int atoms, InetSocketAddress address) throws IOException {
    listener.bind(address);
    this.version = version;
    this.atoms = atoms;
    this.positions = new float[3 * atoms];
    this.simulation = Thread.ofVirtual().start(this::run);
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
  }

  /** All messages after GO, in their order. */
  public List<ImdMessage> received() {
    return List.copyOf(received);
  }

  public long step() {
    return step.get();
  }

  public int sessions() {
    return sessions.get();
  }

  /** Why the run ended; null while it goes on. */
  public @Nullable String death() {
    return death;
  }

  /** Whether the viewer's side takes no bytes. */
  public boolean isHeldUp() {
    var since = writingSince;
    return since != 0 && System.nanoTime() - since > 200_000_000;
  }

  private void run() {
    while (death == null) {
      try (var socket = listener.accept()) {
        serve(socket);
      } catch (IOException e) {
        die("connection lost: " + e.getMessage());
      }
    }
  }

  private void serve(Socket socket) throws IOException {
    var connection = new ImdConnection(socket);
    connection.write(ImdCodec.encode(new ImdMessage.Handshake(version, ORDER), ORDER));
    if (version == 3) {
      connection.write(new ImdMessage.SessionInfo(true, false, false, true, false, false, false));
    }
    socket.setSoTimeout(1_000);
    if (!(connection.read() instanceof ImdMessage.Go)) {
      return;
    }
    socket.setSoTimeout(0);
    sessions.incrementAndGet();
    leaving = false;
    Thread.ofVirtual().start(() -> listen(connection));
    while (!leaving && death == null) {
      LockSupport.parkNanos(200_000); // what a step costs to compute
      if (!paused) {
        compute();
        if (step.get() % every == 0) {
          writingSince = System.nanoTime();
          send(connection);
          writingSince = 0;
        }
      }
    }
    force = null;
    paused = false;
  }

  private void compute() {
    step.incrementAndGet();
    var pull = force;
    if (pull != null) {
      for (var i = 0; i < pull.atoms().size(); i++) {
        var atom = pull.atoms().get(i);
        positions[3 * atom + 2] += pull.forces().z(i) / 1000;
      }
    }
  }

  private void send(ImdConnection connection) throws IOException {
    connection.write(
        version == 3
            ? new ImdMessage.Time(0.005, step.get() * 0.005, step.get())
            : new ImdMessage.Energies(step.intValue(), 1, 0, 0, 0, 0, 0, 0, 0, 0));
    connection.write(new ImdMessage.Fcoords(AtomVectors.of(positions)));
  }

  private void listen(ImdConnection connection) {
    try {
      for (var message = connection.read(); message != null; message = connection.read()) {
        received.add(message);
        obey(message);
        if (leaving) {
          return;
        }
      }
      die("the viewer closed");
    } catch (IOException e) {
      die("connection lost: " + e.getMessage());
    }
  }

  private void obey(ImdMessage message) {
    switch (message) {
      case Mdcomm forces -> force = forces;
      case ImdMessage.Trate(var steps) -> every = steps;
      case ImdMessage.Pause _ -> paused = version != 2 || !paused;
      case ImdMessage.Resume _ -> paused = false;
      case ImdMessage.Disconnect _ -> leaving = true;
      case ImdMessage.Kill _ -> die("terminated on IMD request");
      case ImdMessage.Handshake _,
          ImdMessage.SessionInfo _,
          ImdMessage.Go _,
          ImdMessage.Wait _,
          ImdMessage.IoError _,
          ImdMessage.Energies _,
          ImdMessage.Time _,
          ImdMessage.Box _,
          ImdMessage.Fcoords _,
          ImdMessage.Velocities _,
          ImdMessage.Forces _ -> {}
    }
  }

  private void die(String reason) {
    if (death == null && !leaving) {
      death = reason;
      close();
    }
  }

  @Override
  public void close() {
    if (death == null) {
      death = "closed";
    }
    try {
      listener.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  public int atoms() {
    return atoms;
  }
}

package org.touchpaper.imd.viewer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.touchpaper.imd.connection.ImdConnection;
import org.touchpaper.imd.connection.ImdSessionParameters;
import org.touchpaper.imd.message.ImdHeader;
import org.touchpaper.imd.message.ImdMessage;
import org.touchpaper.imd.message.ImdMessage.Mdcomm;

/**
 * Watches and steers a simulation. {@link #close} says DISCONNECT and reads to the end, since
 * engines do not survive a viewer that just closes. A viewer is used by one thread.
 */
public final class ImdViewer implements AutoCloseable {

  private static final Duration HANDSHAKE_LIMIT = Duration.ofSeconds(30);

  private final ImdConnection connection;
  private final ImdSessionParameters session;
  private boolean paused;

  private ImdViewer(ImdConnection connection, ImdSessionParameters session) {
    this.connection = connection;
    this.session = session;
  }

  /**
   * Connects and starts the frames: an engine drops a viewer that does not send GO within a second.
   *
   * @param patience how long to wait for an engine that does not listen yet
   * @param everySteps a frame is sent every so many steps of the simulation
   */
  public static ImdViewer connect(InetSocketAddress engine, Duration patience, int everySteps)
      throws IOException {
    var connection = ImdConnection.open(engine, patience);
    try {
      var session = connection.readSession(HANDSHAKE_LIMIT);
      connection.write(new ImdMessage.Go());
      connection.write(new ImdMessage.Trate(everySteps));
      return new ImdViewer(connection, session);
    } catch (IOException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  public ImdSessionParameters session() {
    return session;
  }

  /**
   * Zero for no limit; after it {@link #nextFrame} fails with a {@link
   * java.net.SocketTimeoutException}.
   */
  public void limitReads(Duration limit) throws IOException {
    connection.limitReads(limit);
  }

  /** Waits for the next frame; empty when the engine has ended the session. */
  public Optional<ImdFrame> nextFrame() throws IOException {
    var frame = ImdFrame.EMPTY;
    while (true) {
      var header = connection.readHeader();
      if (header == null) {
        return Optional.empty();
      }
      var part = connection.readBodyOf(header);
      if (part instanceof ImdMessage.Disconnect || part instanceof ImdMessage.IoError) {
        return Optional.empty();
      }
      frame = frame.with(part, ImdHeader.BYTES + header.bodyBytes());
      if (header.type() == session.info().lastPart()) {
        return Optional.of(frame);
      }
    }
  }

  /** The force holds until the next call, or until this viewer is closed. */
  public void steer(Mdcomm forces) throws IOException {
    connection.write(forces);
  }

  /** Halts the simulation; frames under way still arrive. A second call has no effect. */
  public void pause() throws IOException {
    if (!paused) {
      paused = true;
      connection.write(new ImdMessage.Pause());
    }
  }

  public void resume() throws IOException {
    if (paused) {
      paused = false;
      connection.write(session.version() == 2 ? new ImdMessage.Pause() : new ImdMessage.Resume());
    }
  }

  /** Ends the simulation. LAMMPS then exits with 1, which Slurm calls FAILED. */
  public void kill() throws IOException {
    connection.write(new ImdMessage.Kill());
  }

  @Override
  public void close() {
    connection.disconnect();
  }
}

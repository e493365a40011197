package org.touchpaper.imd.relay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.touchpaper.imd.connection.ImdConnection;
import org.touchpaper.imd.connection.ImdSessionParameters;
import org.touchpaper.imd.message.ImdCodec;
import org.touchpaper.imd.message.ImdHeader;
import org.touchpaper.imd.message.ImdMessage;
import org.touchpaper.imd.message.MessageType;

/** The relay's one connection to the engine. Frames pass as bytes: nothing of them is decoded. */
final class EngineConnection implements AutoCloseable {

  private static final Duration HANDSHAKE_LIMIT = Duration.ofSeconds(30);

  private static final Duration DRAIN_LIMIT = Duration.ofSeconds(10);

  private final ImdConnection connection;
  private final ImdSessionParameters session;
  private volatile @Nullable Thread reader;
  private byte[] frame = new byte[65_536];

  private EngineConnection(ImdConnection connection, ImdSessionParameters session) {
    this.connection = connection;
    this.session = session;
  }

  /** Connects and lets the engine go at once: it would drop the connection after a second. */
  static EngineConnection open(RelayOptions options) throws IOException {
    var connection = ImdConnection.open(options.engine(), options.engineWait());
    try {
      var session = connection.readSession(HANDSHAKE_LIMIT);
      connection.write(new ImdMessage.Go());
      connection.write(new ImdMessage.Trate(1));
      return new EngineConnection(connection, session);
    } catch (IOException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  ImdSessionParameters session() {
    return session;
  }

  /** What the engine said first, as it is repeated to each viewer. */
  byte[] greeting() {
    var order = session.order();
    var greeting = new ByteArrayOutputStream();
    greeting.writeBytes(ImdCodec.encode(new ImdMessage.Handshake(session.version(), order), order));
    if (session.version() == 3) {
      greeting.writeBytes(ImdCodec.encode(session.info(), order));
    }
    return greeting.toByteArray();
  }

  void write(ImdMessage message) throws IOException {
    connection.write(message);
  }

  /** The bytes of the next frame; null when the engine has ended the session. */
  byte @Nullable [] nextFrame() throws IOException {
    var length = 0;
    while (true) {
      var header = connection.readHeader();
      if (header == null
          || header.type() == MessageType.DISCONNECT
          || header.type() == MessageType.IOERROR) {
        return null;
      }
      var bytes = ImdHeader.BYTES + header.bodyBytes();
      if (frame.length < length + bytes) {
        frame = Arrays.copyOf(frame, length + bytes);
      }
      header.encode(frame, length);
      connection.readFully(frame, length + ImdHeader.BYTES, header.bodyBytes());
      if (header.type().isPartOfFrame()) {
        length += bytes;
      }
      if (header.type() == session.info().lastPart()) {
        return Arrays.copyOf(frame, length);
      }
    }
  }

  /** The thread that calls {@link #nextFrame} until the end. */
  void readBy(Thread thread) {
    reader = thread;
  }

  /** Says DISCONNECT and lets the reader read to the end: the simulation survives. */
  @Override
  public void close() {
    try (connection) {
      connection.write(new ImdMessage.Disconnect());
      var present = reader;
      if (present != null) {
        boolean _ = present.join(DRAIN_LIMIT);
      }
    } catch (IOException e) {
      // the engine is gone already
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package org.touchpaper.elementsession.connection;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.elementsession.transcript.SessionTranscriptRecorder;
import org.touchpaper.elementsession.transport.DuplexStream;

/** One connection to an element, read by a thread of its own until either side closes it. */
public abstract class ElementConnection {

  private static final Logger log = LoggerFactory.getLogger(ElementConnection.class);

  protected final ElementEndpoint endpoint;
  protected final SessionTiming timing;
  protected final SessionTranscriptRecorder transcript;
  private final DuplexStream stream;
  private final ReentrantLock writeLock = new ReentrantLock();
  private final AtomicReference<@Nullable String> closeReason = new AtomicReference<>();
  private final CompletableFuture<String> closed = new CompletableFuture<>();
  private volatile boolean hasAnsweredCommand;
  private volatile Instant lastReceived;

  /** Connects; {@link #startReading} must follow. */
  protected ElementConnection(
      ElementEndpoint endpoint, SessionTiming timing, SessionTranscriptRecorder transcript)
      throws IOException {
    this.endpoint = endpoint;
    this.timing = timing;
    this.transcript = transcript;
    this.stream = endpoint.connect(timing);
    this.lastReceived = timing.clock().instant();
    transcript.recordEvent("connected");
  }

  protected final void startReading(String protocol) {
    Thread.ofVirtual().name(protocol + "-" + endpoint.tid()).start(this::read);
  }

  /** Processes received bytes, which are valid during the call only. */
  protected abstract void onReceived(byte[] buffer, int length) throws IOException;

  /** Concludes what waits for an answer. */
  protected abstract void onClosing(String reason);

  /** True from the start of closing: nothing is sent on it afterwards. */
  public final boolean isClosing() {
    return closeReason.get() != null;
  }

  protected final String closeReason() {
    return String.valueOf(closeReason.get());
  }

  /** Completes with the reason when the connection is closed. */
  public final CompletableFuture<String> closed() {
    return closed;
  }

  public final Instant lastReceived() {
    return lastReceived;
  }

  final boolean hasAnsweredCommand() {
    return hasAnsweredCommand;
  }

  /** Records an answer outside the login. */
  public final void markCommandAnswered() {
    hasAnsweredCommand = true;
  }

  /** Sends a message, shown as these lines; closes the connection on failure. */
  protected final void write(byte[] message, List<String> shownLines) {
    write(message, shownLines, () -> {});
  }

  /** As {@link #write(byte[], List)}; calls back on success, before anything else is sent. */
  protected final void write(byte[] message, List<String> shownLines, Runnable onWritten) {
    writeLock.lock();
    try {
      shownLines.forEach(transcript::recordSent);
      stream.write(message);
      onWritten.run();
    } catch (IOException e) {
      close("cannot write: " + e.getMessage());
    } finally {
      writeLock.unlock();
    }
  }

  public final void close(String reason) {
    var maskedReason = transcript.masked(reason); // may contain text from the element
    if (closeReason.compareAndSet(null, maskedReason)) {
      transcript.recordEvent(maskedReason);
      onClosing(maskedReason);
      Thread.startVirtualThread(
          () -> closeStream(maskedReason)); // only the next login waits for it
    }
  }

  private void closeStream(String reason) {
    try {
      stream.close();
    } catch (IOException e) {
      log.debug("closing {}: {}", endpoint, e.getMessage());
    } finally {
      closed.complete(reason);
    }
  }

  private void read() {
    var buffer = new byte[16_384];
    try {
      for (var length = stream.read(buffer); length >= 0; length = stream.read(buffer)) {
        lastReceived = timing.clock().instant();
        onReceived(buffer, length);
      }
      close("the element closed the connection");
    } catch (IOException e) {
      close("connection broken: " + e.getMessage());
    } catch (RuntimeException e) {
      log.error("unexpected error on the connection to {}", endpoint, e);
      close("internal error: " + e);
    }
  }
}

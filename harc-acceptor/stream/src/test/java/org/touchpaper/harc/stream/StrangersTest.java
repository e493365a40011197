package org.touchpaper.harc.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.stream.Listening.next;

import ch.qos.logback.classic.Logger;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.TransactionId;

/** Whoever has not proved who they are costs little, and disturbs nobody. */
@Timeout(300)
class StrangersTest extends StreamsUnderTest {
  /** Who keeps silent is hung up on after 5 s: whoever is sooner has been sent away. */
  private static final int AT_ONCE_MILLIS = 4000;

  /** Than the peer's, which calls from 127.0.0.1. */
  private static final byte[] ANOTHER_HOST = {127, 0, 0, 2};

  /** Before the next line about strangers is due. */
  private static final int SOON_SECONDS = 40;

  /** So often may a machine that is busy elsewhere make it look as if nobody was. */
  private static final int CHANCES = 10;

  @Test
  void hangsUpOnWhoeverSpeaksNonsense() throws Exception {
    var port = listen(streams("a2"), 0);
    var line = streams("a1").line(peer("a2", port, "s3cret"), atCaller);
    next(atCaller.opened);
    for (var nonsense :
        List.of(
            ByteBuffer.allocate(8).putInt(4).putInt(0x7F00_0000).array(),
            ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).array(),
            ByteBuffer.allocate(4).putInt(-1).array(),
            ByteBuffer.allocate(2004).putInt(2000).array(),
            ByteBuffer.allocate(9).putInt(5).put((byte) 2).putInt(0x7FFF_FFFF).array())) {
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.getOutputStream().write(nonsense);
        var all = socket.getInputStream().readAllBytes();
        assertThat(all.length).as("the challenge alone").isLessThan(200);
      } catch (IOException _) {
        // hung up before it had read all
      }
    }
    assertThat(line.say(new Word.Ping())).as("others do not notice").isTrue();
    assertThat(line.isOpen()).isTrue();
  }

  /** What it announces is not waited for, and certainly not kept. */
  @Test
  void hangsUpAtOnceOnAStrangerThatAnnouncesMoreThanAGreeting() throws Exception {
    var port = listen(streams("a2"), 0);
    for (var chance = 1; !isHungUpOnAtOnce(port); chance++) {
      assertThat(chance).isLessThan(CHANCES);
    }
  }

  private static boolean isHungUpOnAtOnce(int port) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(AT_ONCE_MILLIS);
      var announced = FrameWriter.LONGEST_GREETING + 1;
      socket.getOutputStream().write(ByteBuffer.allocate(4).putInt(announced).array());
      assertThat(socket.getInputStream().readAllBytes()).as("the challenge").hasSizeLessThan(200);
      return true;
    } catch (SocketTimeoutException _) {
      return false;
    }
  }

  /** A port scan is many lines' worth; that a secret was copied wrongly is told all the same. */
  @Test
  void whatIsWrongWithAPeerOfOursIsToldWhateverStrangersDo() throws Exception {
    var lines = new LinkedBlockingQueue<String>();
    var tap = tap(lines);
    var log = (Logger) LoggerFactory.getLogger(Streams.class);
    log.addAppender(tap);
    try {
      var port = listen(streams("a2"), 0);
      for (var n = 0; n < 50; n++) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
          socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(US_ASCII));
          var _ = hasEnded(socket);
        }
      }
      assertThat(next(lines)).startsWith("no stream with /127.0.0.1");
      var _ = streams("a1").line(peer("a2", port, "typo"), atCaller);
      var line = lines.poll(SOON_SECONDS, TimeUnit.SECONDS);
      while (line != null && !line.contains("wrong secret: a1")) {
        line = lines.poll(SOON_SECONDS, TimeUnit.SECONDS);
      }
      assertThat(line).isNotNull();
    } finally {
      log.detachAppender(tap);
    }
  }

  /** Whoever upgrades one process and not the other is told so. */
  @Test
  void aPeerOfAnotherBuildIsToldOf() throws Exception {
    var challenge = Unpooled.buffer().writeInt(0);
    Wire.write(new Greeting.Challenge(Handshake.VERSION - 1, "a2", Handshake.nonce()), challenge);
    challenge.setInt(0, challenge.readableBytes() - 4);
    var lines = new LinkedBlockingQueue<String>();
    var tap = tap(lines);
    var log = (Logger) LoggerFactory.getLogger(Streams.class);
    log.addAppender(tap);
    try (var older = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      older.setSoTimeout(SOON_SECONDS * 1000);
      var peer = peer("a2", older.getLocalPort(), "s3cret");
      var _ = streams("a1").line(peer, atCaller);
      var told =
          "%s speaks version %d of the streams' protocol, and we %d: let both be of one build"
              .formatted(peer, Handshake.VERSION - 1, Handshake.VERSION);
      for (var chance = 1; lines.stream().noneMatch(line -> line.endsWith(told)); chance++) {
        assertThat(chance).isLessThan(CHANCES);
        // Who answers too late is hung up on without a word, and called again.
        try (var socket = older.accept()) {
          challenge.getBytes(0, socket.getOutputStream(), challenge.readableBytes());
          var _ = hasEnded(socket);
        }
      }
    } finally {
      log.detachAppender(tap);
    }
  }

  @Test
  void strangersTakeLittleRoomAndKeepNobodyFromSpeaking() throws Exception {
    var port = listen(streams("a2"), 0);
    var line = streams("a1").line(peer("a2", port, "s3cret"), atCaller);
    next(atCaller.opened);
    next(atListener.opened);
    for (var chance = 1; !strangersAreSentAwayAtOnce(port, line); chance++) {
      assertThat(chance).isLessThan(CHANCES);
    }
  }

  private boolean strangersAreSentAwayAtOnce(int port, Line line) throws Exception {
    var strangers = new ArrayList<Socket>();
    try {
      for (var n = 0; n < 200; n++) {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        strangers.add(socket);
        socket.getOutputStream().write(ByteBuffer.allocate(504).putInt(1000).array());
      }
      var word = new Word.Heard(new TransactionId("t.1"));
      assertThat(line.say(word)).isTrue();
      assertThat(next(atListener.heard)).isEqualTo(word);
      for (var sentAway : strangers.subList(0, 200 - PendingHandshakes.ROOM)) {
        sentAway.setSoTimeout(AT_ONCE_MILLIS);
        if (!hasEnded(sentAway)) {
          return false;
        }
      }
      streams("a1").line(peer("a2", port, "s3cret"), new Listening());
      assertThat(next(atListener.opened).peer()).as("who knocks now").isEqualTo("a1");
      return true;
    } finally {
      for (var socket : strangers) {
        socket.close();
      }
    }
  }

  /** A ClientHello costs whoever sends it less than the signature that it asks for. */
  @Test
  void aPeerGetsInWhileStrangersAskForMoreHandshakesThanCanBeHad(@TempDir Path directory)
      throws Exception {
    var made = new MadeCertificates(directory);
    made.make("a1");
    made.make("a2");
    var listener = Streams.of("a2", made.of("a2", "a1"));
    all.add(listener);
    var port = listen(listener, 0);
    var sent = new Semaphore(0);
    var isOver = new AtomicBoolean();
    var strangers = Thread.ofPlatform().start(() -> flood(port, sent, isOver));
    try {
      sent.acquire(10_000);
      var caller = Streams.of("a1", made.of("a1", "a2"));
      all.add(caller);
      var _ = sent.drainPermits();
      caller.line(peer("a2", port, "s3cret"), atCaller);
      assertThat(next(atListener.opened).peer()).isEqualTo("a1");
      next(atCaller.opened);
      assertThat(sent.tryAcquire(500, SOON_SECONDS, TimeUnit.SECONDS)).as("they go on").isTrue();
    } finally {
      isOver.set(true);
      strangers.join();
    }
  }

  private static void flood(int port, Semaphore sent, AtomicBoolean isOver) {
    var hello = clientHello();
    while (!isOver.get()) {
      try (var socket = new Socket()) {
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getByAddress(ANOTHER_HOST), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.getOutputStream().write(hello);
        sent.release();
      } catch (IOException _) {
        // sent away, or more than the system takes: there is a next
      }
    }
  }

  private static boolean hasEnded(Socket socket) {
    try {
      return socket.getInputStream().readAllBytes().length < 200;
    } catch (SocketTimeoutException _) {
      return false;
    } catch (IOException _) {
      return true;
    }
  }
}

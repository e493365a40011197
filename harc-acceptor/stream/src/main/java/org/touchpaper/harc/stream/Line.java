package org.touchpaper.harc.stream;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Extent;

/**
 * A stream to one peer, opened again whenever it ends, with growing pauses while it cannot be. What
 * is said while it is not open is lost.
 */
public final class Line {
  private static final Logger LOG = LoggerFactory.getLogger(Line.class);
  private static final long FIRST_PAUSE = 20;
  private static final long LONGEST_PAUSE = 2000;

  private final StreamPeer peer;
  private final Streams streams;
  private final Ear ear;
  private volatile @Nullable Session session;

  /** How often it has ended, or could not be opened. */
  private final AtomicInteger endings = new AtomicInteger();

  /** Only touched by the streams' thread. */
  private long pause = FIRST_PAUSE;

  Line(StreamPeer peer, Ear ear, Streams streams) {
    this.peer = peer;
    this.ear = ear;
    this.streams = streams;
    streams.later(this::call, 0);
  }

  /** False if it surely does not get there. */
  public boolean say(Word word) {
    return say(word, Session.NOTHING);
  }

  /** As {@link Session#say(Word, Runnable)}. */
  public boolean say(Word word, Runnable written) {
    var open = session;
    return open != null && open.say(word, written);
  }

  /** As {@link Session#sayInTime}. */
  public boolean sayInTime(Word word) {
    var open = session;
    return open != null && open.sayInTime(word);
  }

  /** As {@link Session#flush}. */
  public void flush() {
    var open = session;
    if (open != null) {
      open.flush();
    }
  }

  /** True while the peer can be spoken to. */
  public boolean isOpen() {
    return session != null;
  }

  /** True if the peer can be spoken to, and was heard on this stream a moment ago. */
  public boolean isLively() {
    var open = session;
    return open != null && open.isLively();
  }

  int endings() {
    return endings.get();
  }

  private void call() {
    var attempt = streams.calling(peer, new Watching()).connect();
    var _ =
        attempt.addListener(_ -> {
          if (attempt.isSuccess()) {
            attempt.channel().closeFuture().addListener(_ -> callAgain());
          } else {
            LOG.debug("no stream to {}: {}", peer, attempt.cause().toString());
            callAgain();
          }
        });
  }

  /** Each waits differently, so that not all come back at once to one that was away. */
  private void callAgain() {
    session = null;
    endings.incrementAndGet();
    streams.later(this::call, pause + ThreadLocalRandom.current().nextLong(pause));
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }

  /** Notes when the line can be spoken on. */
  private final class Watching implements Ear {
    @Override
    public void hear(Session from, Word word) {
      ear.hear(from, word);
    }

    @Override
    public @Nullable String objection(String peer, Incarnation incarnation, Extent seen) {
      return ear.objection(peer, incarnation, seen);
    }

    @Override
    public void opened(Session opened) {
      LOG.info("stream to {} is open", peer);
      pause = FIRST_PAUSE;
      session = opened;
      ear.opened(opened);
    }

    @Override
    public void closed(Session closed) {
      LOG.info("stream to {} has ended", peer);
      session = null;
      ear.closed(closed);
    }
  }
}

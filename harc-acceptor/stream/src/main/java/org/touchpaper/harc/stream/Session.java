package org.touchpaper.harc.stream;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An open stream between two peers that have proved who they are. Whatever is ready is written
 * together and flushed once; a {@link Word#isPatient() patient} word waits a moment for others.
 */
public final class Session {
  /** Nothing to do. */
  static final Runnable NOTHING = () -> {};

  /**
   * How long a patient word waits for company. An agreement takes about a millisecond, and waits
   * for none but where one of F+1 acceptors hangs, or too few were heard of late.
   */
  static final long COMPANY_MILLIS = 20;

  /** Who was heard so lately is there: a peer with nothing to say pings once a second. */
  private static final long LIVELY_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** So many words at most are written at a time. */
  private static final int MANY = 16;

  private final String peer;
  private final Channel channel;
  private final ConcurrentLinkedQueue<Entry> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean due = new AtomicBoolean();
  private final AtomicBoolean isTimerSet = new AtomicBoolean();
  private volatile long heardAt;

  /** What is to be said, and what then. */
  private record Entry(Word word, Runnable written) {}

  Session(String peer, Channel channel) {
    this.peer = peer;
    this.channel = channel;
    hear();
  }

  /** Who is at the other end. */
  public String peer() {
    return peer;
  }

  /** As {@link #say(Word, Runnable)}, where nobody cares when. */
  public boolean say(Word word) {
    return say(word, NOTHING);
  }

  /**
   * Says it soon; it may still be lost.
   *
   * @param written what to do when it is on its way
   * @return false if it surely is lost: the stream has ended, or its peer does not take what waits
   */
  public boolean say(Word word, Runnable written) {
    return say(word, written, word.isPatient());
  }

  /** As {@link #say(Word)}, of a word that waits for company as patient ones do. */
  public boolean sayInTime(Word word) {
    return say(word, NOTHING, true);
  }

  private boolean say(Word word, Runnable written, boolean patient) {
    if (!channel.isActive() || !channel.isWritable()) {
      return false;
    }
    waiting.add(new Entry(word, written));
    if (patient) {
      if (isTimerSet.compareAndSet(false, true)) {
        var _ =
            channel.eventLoop().schedule(this::endWaiting, COMPANY_MILLIS, TimeUnit.MILLISECONDS);
      }
    } else if (due.compareAndSet(false, true)) {
      channel.eventLoop().execute(this::letGo);
    }
    return true;
  }

  private void endWaiting() {
    isTimerSet.set(false);
    letGo();
  }

  /** Lets all that was said go now, if the streams' own thread asks; soon it goes anyway. */
  public void flush() {
    if (due.get() && channel.eventLoop().inEventLoop()) {
      letGo();
    }
  }

  private void letGo() {
    due.set(false);
    var entries = waiting();
    if (entries.isEmpty()) {
      // With TLS, flushing nothing would be a record of nothing.
      return;
    }
    for (; !entries.isEmpty(); entries = waiting()) {
      write(entries);
    }
    channel.flush();
  }

  private List<Entry> waiting() {
    var entries = new ArrayList<Entry>();
    for (var entry = waiting.poll(); entry != null; entry = waiting.poll()) {
      entries.add(entry);
      if (entries.size() == MANY) {
        break;
      }
    }
    return entries;
  }

  private void write(List<Entry> entries) {
    var written = channel.write(new Words(entries.stream().map(Entry::word).toList()));
    var _ = written.addListener(_ -> complainOf(written));
    for (var entry : entries) {
      if (!entry.written().equals(NOTHING)) {
        var _ = written.addListener(_ -> entry.written().run());
      }
    }
  }

  /** Who cannot be written to any more is hung up on, so that it is called again. */
  private void complainOf(ChannelFuture written) {
    if (!written.isSuccess() && channel.isRegistered()) {
      var _ = channel.pipeline().fireExceptionCaught(written.cause());
    }
  }

  /** Something came from the peer. */
  final void hear() {
    heardAt = nanoTime();
  }

  /** True if the peer was heard a moment ago. */
  boolean isLively() {
    return nanoTime() - heardAt < LIVELY_NANOS;
  }

  private long nanoTime() {
    return channel.eventLoop().ticker().nanoTime();
  }

  /** Ends the stream. */
  public void hangUp() {
    close();
  }

  void close() {
    var _ = channel.close();
  }

  @Override
  public String toString() {
    return peer + " at " + channel.remoteAddress();
  }
}

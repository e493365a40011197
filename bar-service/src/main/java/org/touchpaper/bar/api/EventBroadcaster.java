package org.touchpaper.bar.api;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/**
 * Publishes change events to subscribers and replays recent ones. Publishing never blocks: each
 * subscriber has a queue, and one that falls too far behind is disconnected; it reconnects and
 * requests what it missed.
 */
@Component
final class EventBroadcaster {

  private static final int REPLAY_CAPACITY = 1000;

  private final Clock clock;
  private final Deque<NumberedEvent> replayBuffer = new ArrayDeque<>();
  private final List<EventSubscriber> subscribers = new CopyOnWriteArrayList<>();
  private long lastNumber;

  EventBroadcaster(Clock clock) {
    this.clock = clock;
  }

  /** An event with its number; numbers increase, also across restarts. */
  record NumberedEvent(long number, ChangeEvent event) {}

  synchronized void publish(ChangeEvent event) {
    lastNumber = Math.max(lastNumber + 1, clock.millis() * 1000);
    var numbered = new NumberedEvent(lastNumber, event);
    replayBuffer.addLast(numbered);
    if (replayBuffer.size() > REPLAY_CAPACITY) {
      replayBuffer.removeFirst();
    }
    subscribers.removeIf(subscriber -> !subscriber.offer(numbered));
  }

  /** Subscribes, replaying the buffered events after the given number. */
  synchronized EventSubscriber subscribe(Predicate<ChangeEvent> isVisible, long after) {
    var subscriber = new EventSubscriber(isVisible);
    replayBuffer.stream().filter(event -> event.number() > after).forEach(subscriber::offer);
    subscribers.add(subscriber);
    return subscriber;
  }

  /** The number that replays nothing. */
  static final long NO_REPLAY = Long.MAX_VALUE;

  void unsubscribe(EventSubscriber subscriber) {
    subscribers.remove(subscriber);
  }

  int subscriberCount() {
    return subscribers.size();
  }
}

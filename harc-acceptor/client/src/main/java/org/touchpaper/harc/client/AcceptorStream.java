package org.touchpaper.harc.client;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.stream.Ear;
import org.touchpaper.harc.stream.Line;
import org.touchpaper.harc.stream.Session;
import org.touchpaper.harc.stream.StreamPeer;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.harc.stream.Word;

/** A client's stream to one acceptor, over which it begins transactions. */
final class AcceptorStream implements Ear {
  private final Line line;
  private final ScheduledExecutorService thread;

  /** By the fingerprint of the record that was begun. */
  private final Map<String, Set<CompletableFuture<Knowledge>>> waiting = new ConcurrentHashMap<>();

  AcceptorStream(StreamPeer acceptor, Streams streams) {
    this.line = streams.line(acceptor, this);
    this.thread = streams.thread();
  }

  /** Nothing if the stream is not open: then nothing has been said. */
  Optional<CompletableFuture<Knowledge>> begin(Request request, Duration wait) {
    if (!line.isOpen()) {
      return Optional.empty();
    }
    var record = request.record().fingerprint();
    var answer = expect(record);
    if (!line.say(new Word.Begin(request, wait.toMillis()))) {
      forget(record, answer);
      return Optional.empty();
    }
    // A timer of another thread's would be two hand-overs for each transaction.
    var end =
        thread.schedule(
            () -> answer.completeExceptionally(new TimeoutException("no answer in " + wait)),
            wait.toMillis() + 1000,
            TimeUnit.MILLISECONDS);
    return Optional.of(
        answer.whenComplete((_, _) -> {
          end.cancel(false);
          forget(record, answer);
        }));
  }

  private CompletableFuture<Knowledge> expect(String record) {
    var answer = new CompletableFuture<Knowledge>();
    waiting.compute(
        record,
        (_, before) -> {
          Set<CompletableFuture<Knowledge>> all =
              before == null ? ConcurrentHashMap.newKeySet() : before;
          all.add(answer);
          return all;
        });
    return answer;
  }

  private void forget(String record, CompletableFuture<Knowledge> answer) {
    answer.cancel(false);
    waiting.computeIfPresent(
        record,
        (_, all) -> {
          all.removeIf(CompletableFuture::isDone);
          return all.isEmpty() ? null : all;
        });
  }

  @Override
  public void hear(Session from, Word word) {
    switch (word) {
      case Word.Answer(var record, var knowledge) ->
          waiting.getOrDefault(record, Set.of()).forEach(each -> each.complete(knowledge));
      case Word.Refused(var record, var sentence) -> {
        var refusal = new PeerUnreachable(from.peer() + " refused: " + sentence, false);
        waiting.getOrDefault(record, Set.of()).forEach(each -> each.completeExceptionally(refusal));
      }
      case Word.Said _, Word.Heard _, Word.Ping _, Word.Reached _, Word.Begin _ -> {}
    }
  }

  /** Whoever waits would wait in vain. */
  @Override
  public void closed(Session session) {
    waiting
        .values()
        .forEach(all ->
            all.forEach(
                each -> each.completeExceptionally(new IllegalStateException("it has ended"))));
  }
}

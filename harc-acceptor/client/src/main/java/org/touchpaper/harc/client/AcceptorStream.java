package org.touchpaper.harc.client;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.stream.Ear;
import org.touchpaper.harc.stream.Line;
import org.touchpaper.harc.stream.Session;
import org.touchpaper.harc.stream.StreamPeer;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.harc.stream.Word;

/** A client's stream to one acceptor, over which it begins transactions. */
final class AcceptorStream implements Ear {
  private final StreamPeer acceptor;
  private final Line line;
  private final Map<TransactionId, Set<CompletableFuture<Knowledge>>> waiting =
      new ConcurrentHashMap<>();

  AcceptorStream(StreamPeer acceptor, Streams streams) {
    this.acceptor = acceptor;
    this.line = streams.line(acceptor, this);
  }

  /** Nothing if the stream is not open: then nothing has been said. */
  Optional<Knowledge> begin(Request request, Duration wait) throws PeerUnreachable {
    if (!line.isOpen()) {
      return Optional.empty();
    }
    var id = request.record().id();
    var answer = expect(id);
    try {
      if (!line.say(new Word.Begin(request, wait.toMillis()))) {
        return Optional.empty();
      }
      return Optional.of(answer.get(wait.toMillis() + 1000, TimeUnit.MILLISECONDS));
    } catch (TimeoutException | ExecutionException e) {
      throw new PeerUnreachable("no answer over the stream from " + acceptor, true, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PeerUnreachable("interrupted while waiting for " + acceptor, true, e);
    } finally {
      forget(id, answer);
    }
  }

  private CompletableFuture<Knowledge> expect(TransactionId id) {
    var answer = new CompletableFuture<Knowledge>();
    waiting.compute(
        id,
        (_, before) -> {
          Set<CompletableFuture<Knowledge>> all =
              before == null ? ConcurrentHashMap.newKeySet() : before;
          all.add(answer);
          return all;
        });
    return answer;
  }

  private void forget(TransactionId id, CompletableFuture<Knowledge> answer) {
    answer.cancel(false);
    waiting.computeIfPresent(
        id,
        (_, all) -> {
          all.removeIf(CompletableFuture::isDone);
          return all.isEmpty() ? null : all;
        });
  }

  @Override
  public void hear(Session from, Word word) {
    if (word instanceof Word.Answer(var id, var knowledge)) {
      waiting.getOrDefault(id, Set.of()).forEach(each -> each.complete(knowledge));
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

package org.touchpaper.harc.acceptor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.client.AcceptorClient;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.client.RmClient;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.TransactionId;

/**
 * Sends, without waiting: over a stream where there is one, else over HTTP, to each acceptor one
 * batch at a time with all that has gathered, to resource managers each message by itself. Where
 * certificates are shown, nothing goes over HTTP. What cannot be delivered is dropped; the machines
 * say it again.
 */
final class Outbox implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

  /** More waiting than this is old news. */
  private static final int CAPACITY = 10_000;

  private static final int BATCH = 256;

  /** So many exchanges with one resource manager at once; one that hangs must not eat us up. */
  private static final int EXCHANGES = 256;

  private final Map<String, AcceptorClient> acceptors;
  private final Map<String, RmClient> resourceManagers;
  private final Voice voice;
  private final Heard heard;
  private final Failpoints failpoints;
  private final boolean byCertificate;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, LinkedBlockingQueue<Message.ForAcceptor>> queues =
      new ConcurrentHashMap<>();

  private final Map<String, Semaphore> exchanges = new ConcurrentHashMap<>();

  /** Told when a resource manager has made a decision durable. */
  @FunctionalInterface
  interface Heard {
    void heard(TransactionId id, String resourceManager);
  }

  /** Speaks over a stream; false if there is none to that peer now. */
  @FunctionalInterface
  interface Voice {
    boolean say(String to, Message message, Runnable written);
  }

  /**
   * An empty one.
   *
   * @param byCertificate true if all know each other by their certificates, on streams alone
   */
  Outbox(
      Map<String, AcceptorClient> acceptors,
      Map<String, RmClient> resourceManagers,
      Voice voice,
      Heard heard,
      Failpoints failpoints,
      boolean byCertificate) {
    this.acceptors = Map.copyOf(acceptors);
    this.resourceManagers = Map.copyOf(resourceManagers);
    this.voice = voice;
    this.heard = heard;
    this.failpoints = failpoints;
    this.byCertificate = byCertificate;
    this.acceptors.forEach((name, acceptor) -> {
      var queue = new LinkedBlockingQueue<Message.ForAcceptor>(CAPACITY);
      queues.put(name, queue);
      threads.execute(() -> deliver(acceptor, queue));
    });
  }

  void send(String to, Message message) {
    LOG.debug("-> {} {}", to, message);
    if (!voice.say(to, message, () -> said(to, message))) {
      sendOverHttp(to, message);
    }
  }

  private void sendOverHttp(String to, Message message) {
    switch (message) {
      case Message.ForAcceptor _ when byCertificate ->
          LOG.debug("transaction={} no stream to {} now", message.record().id(), to);
      // It is told when it asks over HTTP, or with certificates when it next tells its vote.
      case Message.OtherRecord _ -> {}
      case Message.ForResourceManager _ when byCertificate ->
          LOG.warn(
              "transaction={} {} has no stream with its certificate here, and is told nothing without",
              message.record().id(),
              to);
      case Message.ForAcceptor toAcceptor -> {
        var queue = queues.get(to);
        if (queue == null || !queue.offer(toAcceptor)) {
          LOG.warn("transaction={} cannot send to {}", message.record().id(), to);
        }
      }
      case Message.ForResourceManager toResourceManager -> {
        var client = resourceManagers.get(to);
        if (client == null) {
          LOG.warn("transaction={} no resource manager called {}", message.record().id(), to);
        } else {
          deliverIfFew(to, client, toResourceManager);
        }
      }
    }
  }

  private void deliver(AcceptorClient acceptor, LinkedBlockingQueue<Message.ForAcceptor> queue) {
    try {
      while (true) {
        List<Message.ForAcceptor> batch = new ArrayList<>();
        batch.add(queue.take());
        queue.drainTo(batch, BATCH - 1);
        try {
          acceptor.tell(batch);
          batch.forEach(message -> said(acceptor.peer().name(), message));
        } catch (PeerUnreachable e) {
          LOG.debug("{} messages lost: {}", batch.size(), e.getMessage());
        } catch (RuntimeException e) {
          LOG.error("{} messages to {} lost", batch.size(), acceptor.peer().name(), e);
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void deliverIfFew(String name, RmClient client, Message.ForResourceManager message) {
    var few = exchanges.computeIfAbsent(name, _ -> new Semaphore(EXCHANGES));
    if (!few.tryAcquire()) {
      LOG.debug("transaction={} too much is on its way to {}", message.record().id(), name);
      return;
    }
    threads.execute(() -> {
      try {
        deliver(name, client, message);
      } finally {
        few.release();
      }
    });
  }

  private void deliver(String name, RmClient client, Message.ForResourceManager message) {
    var id = message.record().id();
    try {
      switch (message) {
        case Message.Prepare prepare -> {
          client.prepare(prepare);
          said(name, message);
        }
        case Message.OtherRecord _ -> {}
        case Message.Decide decide -> {
          client.decide(decide);
          said(name, message);
          heard.heard(id, name);
        }
      }
    } catch (PeerUnreachable e) {
      LOG.info(
          "transaction={} {} did not take {}: {}",
          id,
          name,
          message.getClass().getSimpleName(),
          e.getMessage());
    }
  }

  private void said(String to, Message message) {
    failpoints.pass(Failpoints.Kind.SAID, message.record().id(), brief(to, message));
  }

  static String brief(String to, Message message) {
    return message.getClass().getSimpleName() + " to " + to;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

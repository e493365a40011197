package org.touchpaper.harc.acceptor.eventloop;

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
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.client.AcceptorClient;
import org.touchpaper.harc.client.PeerUnreachableException;
import org.touchpaper.harc.client.ResourceManagerClient;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionId;

/**
 * Sends messages asynchronously, over a stream if one is open, else over HTTP: in batches to
 * acceptors, one at a time to resource managers. With mutual TLS nothing is sent over HTTP.
 * Messages that cannot be delivered are dropped; the machines send again.
 */
public final class MessageDelivery implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MessageDelivery.class);

  /** Older messages are obsolete; further ones are dropped. */
  private static final int CAPACITY = 10_000;

  private static final int MAX_BATCH = 256;

  /** Limit per resource manager, so that one that hangs does not use up all resources. */
  private static final int MAX_CONCURRENT_EXCHANGES = 256;

  private final Map<String, AcceptorClient> acceptors;
  private final Map<String, ResourceManagerClient> resourceManagers;
  private final StreamSender streamSender;
  private final DecisionAckListener ackListener;
  private final Failpoints failpoints;
  private final boolean usesMutualTls;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, LinkedBlockingQueue<Message.ForAcceptor>> queues =
      new ConcurrentHashMap<>();

  private final Map<String, Semaphore> exchangePermits = new ConcurrentHashMap<>();

  /** Called when a resource manager has acknowledged a decision. */
  @FunctionalInterface
  public interface DecisionAckListener {
    void onDecisionAck(TransactionId id, String resourceManager);
  }

  /** Sends over a stream; false if none to the peer is open. */
  @FunctionalInterface
  public interface StreamSender {
    boolean send(String to, Message message, Runnable onWritten);
  }

  /**
   * Creates the delivery and starts it.
   *
   * @param usesMutualTls true if peers are authenticated by certificates, over streams only
   */
  public MessageDelivery(
      Map<String, AcceptorClient> acceptors,
      Map<String, ResourceManagerClient> resourceManagers,
      StreamSender streamSender,
      DecisionAckListener ackListener,
      Failpoints failpoints,
      boolean usesMutualTls) {
    this.acceptors = Map.copyOf(acceptors);
    this.resourceManagers = Map.copyOf(resourceManagers);
    this.streamSender = streamSender;
    this.ackListener = ackListener;
    this.failpoints = failpoints;
    this.usesMutualTls = usesMutualTls;
    this.acceptors.forEach((name, acceptor) -> {
      var queue = new LinkedBlockingQueue<Message.ForAcceptor>(CAPACITY);
      queues.put(name, queue);
      executor.execute(() -> deliver(acceptor, queue));
    });
  }

  public void send(String to, Message message) {
    LOG.debug("-> {} {}", to, message);
    if (!streamSender.send(to, message, () -> passSentFailpoint(to, message))) {
      sendOverHttp(to, message);
    }
  }

  private void sendOverHttp(String to, Message message) {
    switch (message) {
      case Message.ForAcceptor _ when usesMutualTls ->
          LOG.debug("transaction={} dropped: no stream to {}", message.record().id(), to);
      // The resource manager learns it when it queries over HTTP, or sends its next vote.
      case Message.OtherRecord _ -> {}
      case Message.ForResourceManager _ when usesMutualTls ->
          LOG.warn(
              "transaction={} dropped: {} has no stream open, which mutual TLS requires",
              message.record().id(),
              to);
      case Message.ForAcceptor toAcceptor -> {
        var queue = queues.get(to);
        if (queue == null || !queue.offer(toAcceptor)) {
          LOG.warn(
              "transaction={} dropped: {} is unknown or its queue is full",
              message.record().id(),
              to);
        }
      }
      case Message.ForResourceManager toResourceManager -> {
        var client = resourceManagers.get(to);
        if (client == null) {
          LOG.warn(
              "transaction={} dropped: unknown resource manager {}", message.record().id(), to);
        } else {
          deliverIfPermitted(to, client, toResourceManager);
        }
      }
    }
  }

  private void deliver(AcceptorClient acceptor, LinkedBlockingQueue<Message.ForAcceptor> queue) {
    try {
      while (true) {
        List<Message.ForAcceptor> batch = new ArrayList<>();
        batch.add(queue.take());
        queue.drainTo(batch, MAX_BATCH - 1);
        try {
          acceptor.send(batch);
          batch.forEach(message -> passSentFailpoint(acceptor.peer().name(), message));
        } catch (PeerUnreachableException e) {
          LOG.debug("{} messages dropped: {}", batch.size(), e.getMessage());
        } catch (RuntimeException e) {
          LOG.error("{} messages to {} dropped", batch.size(), acceptor.peer().name(), e);
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void deliverIfPermitted(
      String name, ResourceManagerClient client, Message.ForResourceManager message) {
    var permits =
        exchangePermits.computeIfAbsent(name, _ -> new Semaphore(MAX_CONCURRENT_EXCHANGES));
    if (!permits.tryAcquire()) {
      LOG.debug("transaction={} dropped: too many exchanges with {}", message.record().id(), name);
      return;
    }
    executor.execute(() -> {
      try {
        deliver(name, client, message);
      } finally {
        permits.release();
      }
    });
  }

  private void deliver(
      String name, ResourceManagerClient client, Message.ForResourceManager message) {
    var id = message.record().id();
    try {
      switch (message) {
        case Message.Prepare prepare -> {
          client.prepare(prepare);
          passSentFailpoint(name, message);
        }
        case Message.OtherRecord _ -> {}
        case Message.Decide decide -> {
          client.decide(decide);
          passSentFailpoint(name, message);
          ackListener.onDecisionAck(id, name);
        }
      }
    } catch (PeerUnreachableException e) {
      LOG.info(
          "transaction={} {} did not accept {}: {}",
          id,
          name,
          message.getClass().getSimpleName(),
          e.getMessage());
    }
  }

  private void passSentFailpoint(String to, Message message) {
    failpoints.pass(Failpoints.Kind.SENT, message.record().id(), describe(to, message));
  }

  static String describe(String to, Message message) {
    return message.getClass().getSimpleName() + " to " + to;
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}

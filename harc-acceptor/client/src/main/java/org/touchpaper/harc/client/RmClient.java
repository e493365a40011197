package org.touchpaper.harc.client;

import java.time.Duration;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.TransactionId;

/** One resource manager, over HTTP: each method is one exchange. */
public final class RmClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final HarcPeer resourceManager;
  private final PeerHttp http;

  public RmClient(HarcPeer resourceManager, PeerHttp http) {
    this.resourceManager = resourceManager;
    this.http = http;
  }

  /** Asks for a vote, which goes to the acceptors. */
  public void prepare(Message.Prepare prepare) throws PeerUnreachable {
    http.post(resourceManager, "/harc/prepare", HarcXml.write(prepare), TIMEOUT)
        .expectSuccess(resourceManager);
  }

  /** Tells the decision; it is durable there when this returns. */
  public void decide(Message.Decide decide) throws PeerUnreachable {
    http.post(resourceManager, "/harc/decide", HarcXml.write(decide), TIMEOUT)
        .expectSuccess(resourceManager);
  }

  /** What it holds for a transaction. */
  public ResourceState query(TransactionId id) throws PeerUnreachable {
    var reply = http.get(resourceManager, "/harc/query?transaction=" + id, TIMEOUT);
    return HarcXml.readState(reply.expectSuccess(resourceManager));
  }

  /** What it has free. */
  public ResourceTimetable timetable(TimetableQuestion question) throws PeerUnreachable {
    var reply = http.get(resourceManager, "/harc/timetable?" + question.query(), TIMEOUT);
    return HarcXml.readTimetable(reply.expectSuccess(resourceManager));
  }
}

package org.touchpaper.segment.kit;

import java.util.concurrent.Callable;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.SegmentHolder;

/**
 * A holder to whom each message can be lost, or its answer; with a crash switch's interceptor each
 * gives two crash points.
 */
public record CrashingHolder(SegmentHolder delegate, OutgoingPeerCallInterceptor outbound)
    implements SegmentHolder {

  @Override
  public Outcome outcome(RequesterIdentity requester, ConnectionId segment, int version) {
    return send("outcome", () -> delegate.outcome(requester, segment, version));
  }

  @Override
  public void notify(RequesterIdentity requester, Notification notification) {
    send(
        "notify",
        () -> {
          delegate.notify(requester, notification);
          return true;
        });
  }

  private <T> T send(String message, Callable<T> call) {
    try {
      return outbound.send(message, call);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("a holder throws no checked exceptions", e);
    }
  }
}

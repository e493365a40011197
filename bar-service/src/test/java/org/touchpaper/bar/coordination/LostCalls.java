package org.touchpaper.bar.coordination;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.segment.connection.NetworkSegment;

/** A segment whose calls can be lost on the way there and on the way back. */
final class LostCalls {

  private LostCalls() {}

  static NetworkSegment over(NetworkSegment segment, Outbound outbound) {
    return (NetworkSegment)
        Proxy.newProxyInstance(
            NetworkSegment.class.getClassLoader(),
            new Class<?>[] {NetworkSegment.class},
            (_, method, arguments) ->
                outbound.send(
                    method.getName(),
                    () -> {
                      try {
                        return method.invoke(segment, arguments);
                      } catch (InvocationTargetException e) {
                        throw e.getCause() instanceof Exception cause ? cause : e;
                      }
                    }));
  }
}

package org.touchpaper.bar.aggregator;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.segment.connection.NetworkSegment;

/** A segment proxy that loses calls or replies. */
final class CallLossProxy {

  private CallLossProxy() {}

  static NetworkSegment wrap(NetworkSegment segment, OutgoingPeerCallInterceptor outbound) {
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

package org.touchpaper.harc.stream;

import io.netty.channel.Channel;
import java.util.LinkedHashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where callers stand until they have proved who they are. There is room for few: each takes up
 * memory, and may keep it for seconds. Whoever comes when it is full sends the one away that has
 * stood there longest. Only touched by the streams' thread.
 */
final class Threshold {
  private static final Logger LOG = LoggerFactory.getLogger(Threshold.class);

  /** Peers are fewer, and need some milliseconds each. */
  static final int ROOM = 64;

  private final Set<Channel> standing = new LinkedHashSet<>();

  void enter(Channel caller) {
    standing.add(caller);
    if (standing.size() > ROOM) {
      var longest = standing.iterator().next();
      standing.remove(longest);
      LOG.warn("no stream with {}: too many wait to prove who they are", longest.remoteAddress());
      var _ = longest.close();
    }
  }

  /** It has been let in, or is gone. */
  void leave(Channel caller) {
    standing.remove(caller);
  }
}

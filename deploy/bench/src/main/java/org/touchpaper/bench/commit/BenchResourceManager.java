package org.touchpaper.bench.commit;

import java.util.List;
import org.touchpaper.harc.transport.StreamPeerAddress;

/** A resource manager in the bench's own process. */
interface BenchResourceManager extends AutoCloseable {

  /** Opens a stream to each acceptor. */
  void connect(List<StreamPeerAddress> acceptors);

  /** Returns the sum of the given costs and of the messages and flushes so far. */
  CostCounters addCosts(CostCounters costs);

  /** True once the streams to all acceptors are open. */
  boolean isReady();

  @Override
  void close();
}

package org.touchpaper.bench.commit;

import java.util.List;
import org.touchpaper.harc.stream.StreamPeer;

/** A resource manager that the bench runs beside the acceptors' processes. */
interface BenchedRm extends AutoCloseable {

  /** Opens a stream to each acceptor. */
  void call(List<StreamPeer> acceptors);

  /** What it has said and flushed so far, added to that. */
  Expense addTo(Expense others);

  /** True once every acceptor can be spoken to. */
  boolean isReady();

  @Override
  void close();
}

package org.touchpaper.lab.result;

import java.util.List;
import org.touchpaper.lab.network.MessageExchange.ExchangeTime;
import org.touchpaper.lab.network.PathSettings;

/**
 * How long a message takes over different paths.
 *
 * @param megabytes its size, in units of 1 048 576 bytes
 */
public record ExchangeRow(String label, int megabytes, List<ExchangeCell> cells) {

  public ExchangeRow {
    cells = List.copyOf(cells);
  }

  /** A path and the time over it. */
  public record ExchangeCell(PathSettings path, ExchangeTime time) {}

  double seconds(int index) {
    return cells.get(index).time().seconds();
  }
}

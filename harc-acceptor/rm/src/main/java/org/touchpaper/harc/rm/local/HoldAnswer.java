package org.touchpaper.harc.rm.local;

import java.util.List;
import org.touchpaper.segment.connection.Refusal;

/** What a scheduler answers to a prepare: all of it held, or none. */
public sealed interface HoldAnswer {

  /** Every action is held, and only the transaction's outcome can change that. */
  record Held(List<Part> parts) implements HoldAnswer {
    public Held {
      parts = List.copyOf(parts);
    }
  }

  /** Nothing is held and never will be under this transaction. */
  record Refused(List<Reason> reasons) implements HoldAnswer {
    public Refused {
      reasons = List.copyOf(reasons);
    }
  }

  /** Why the action of that ident was refused. */
  record Reason(String ident, Refusal refusal) {}
}

package org.touchpaper.harc.commit;

import java.util.List;
import org.touchpaper.harc.commit.Effect.Send;
import org.touchpaper.harc.commit.Message.Acknowledged;
import org.touchpaper.harc.commit.Message.Decide;
import org.touchpaper.harc.commit.Message.Decided;
import org.touchpaper.harc.commit.Message.Enlist;
import org.touchpaper.harc.commit.Message.Enlisted;
import org.touchpaper.harc.commit.Message.ForAcceptor;
import org.touchpaper.harc.commit.Message.Forced;
import org.touchpaper.harc.commit.Message.Learn;
import org.touchpaper.harc.commit.Message.Outbid;
import org.touchpaper.harc.commit.Message.Phase1a;
import org.touchpaper.harc.commit.Message.Phase1b;
import org.touchpaper.harc.commit.Message.Phase2a;
import org.touchpaper.harc.commit.Message.Phase2b;

/** After the decision every question about the past is answered by it, for ever the same. */
final class Afterwards {
  private Afterwards() {}

  static List<Send> answer(Verdict verdict, ForAcceptor message, String from) {
    var record = message.record();
    return switch (message) {
      case Phase2a _ when record.resourceManagers().contains(from) ->
          List.of(new Send(from, new Decide(record, verdict.decision())));
      case Enlist(_, var leader) -> List.of(new Send(leader, verdict.told(record)));
      case Learn(_, var leader) -> List.of(new Send(leader, verdict.told(record)));
      case Phase1a(_, _, var leader) -> List.of(new Send(leader, verdict.told(record)));
      case Phase2a(_, _, _, var leader) -> List.of(new Send(leader, verdict.told(record)));
      case Decided(_, var decision, var votes) ->
          compared(verdict, new Verdict(decision, votes), message, from);
      case Forced(_, var decision, var votes, var force) ->
          compared(verdict, new Verdict(decision, votes, force), message, from);
      case Acknowledged(_, var decision) ->
          compared(verdict, decision, "everyone's " + decision, message, from);
      case Enlisted _, Phase1b _, Phase2b _, Outbid _ -> List.of();
    };
  }

  private static List<Send> compared(
      Verdict here, Verdict there, ForAcceptor message, String from) {
    return compared(here, there.decision(), there.toString(), message, from);
  }

  private static List<Send> compared(
      Verdict here, Decision there, String told, ForAcceptor message, String from) {
    if (here.decision() == there) {
      return List.of();
    }
    throw new IllegalStateException(
        "%s: %s here, %s at %s".formatted(message.record().id(), here, told, from));
  }
}

package org.touchpaper.harc.proof;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.ResourceManager;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.commit.VoterEffect;
import org.touchpaper.harc.commit.VoterEvent;

/**
 * All that a resource manager may do; its backend says yes, no or nothing, whenever it likes. What
 * the backend is asked to do and who is asked for the decision is of no account: the backend needs
 * no asking here, and acceptors are asked all the time.
 */
final class VoterActor implements Actor<ResourceManager> {
  private final Machines machines;
  private final String name;

  VoterActor(Machines machines, String name) {
    this.machines = machines;
    this.name = name;
  }

  @Override
  public ResourceManager beginning() {
    return ResourceManager.fresh(name, Times.TIMING);
  }

  @Override
  public List<Turnout<ResourceManager>> receive(ResourceManager voter, Letter letter) {
    return letter instanceof Letter.ToVoter(_, var event) ? take(voter, event) : List.of();
  }

  @Override
  public List<Turnout<ResourceManager>> byItself(ResourceManager voter) {
    var all = new ArrayList<Turnout<ResourceManager>>();
    var ledger = voter.ledger();
    if (ledger != null && ledger.phase() == Ledger.Phase.PREPARING) {
      all.addAll(take(voter, new VoterEvent.Held("")));
      all.addAll(take(voter, new VoterEvent.Refused("")));
      all.addAll(take(voter, new VoterEvent.Unclear()));
    }
    all.addAll(take(voter, new VoterEvent.TimePassed()));
    all.addAll(take(restarted(ledger), new VoterEvent.Restarted()));
    return all;
  }

  private ResourceManager restarted(@Nullable Ledger durable) {
    return machines.restarted(name, Times.TIMING, durable);
  }

  private List<Turnout<ResourceManager>> take(ResourceManager voter, VoterEvent event) {
    var all = new ArrayList<Turnout<ResourceManager>>();
    for (var now : List.of(Times.EARLY, Times.LATE)) {
      all.addAll(take(voter, event, now));
    }
    return all;
  }

  private List<Turnout<ResourceManager>> take(
      ResourceManager voter, VoterEvent event, Instant now) {
    var what = StoryText.of(event) + (now.equals(Times.LATE) ? ", after voteBy" : "");
    var step = machines.step(voter, event, now);
    var all = new ArrayList<Turnout<ResourceManager>>();
    var durable = voter.ledger();
    var said = new ArrayList<Letter>();
    for (var effect : step.effects()) {
      switch (effect) {
        case VoterEffect.Persist(var ledger) -> {
          if (!said.isEmpty()) {
            all.add(new Turnout<>(what + ", and a crash", plain(restarted(durable)), said));
          }
          durable = ledger;
        }
        case VoterEffect.Send(var acceptor, var vote, _) ->
            said.add(Letter.of(name, acceptor, wordless(vote)));
        case VoterEffect.Hold _,
            VoterEffect.CarryOut _,
            VoterEffect.Ask _,
            VoterEffect.Wake _,
            VoterEffect.Reject _ -> {}
      }
    }
    all.add(new Turnout<>(what, plain(carriedOut(step.next())), said));
    return all;
  }

  /** A decision is carried out at once: nobody hears of it. */
  private static ResourceManager carriedOut(ResourceManager voter) {
    return voter.on(new VoterEvent.CarriedOut(), Times.EARLY).next();
  }

  /** Why a vote was not prepared, and when a decision was heard, is of no account. */
  private static ResourceManager plain(ResourceManager voter) {
    var ledger = voter.ledger();
    if (ledger == null) {
      return voter;
    }
    var plain =
        new Ledger(
            ledger.record(),
            ledger.caller(),
            ledger.actions(),
            ledger.leader(),
            ledger.vote() == null ? null : wordless(ledger.vote()),
            ledger.decision(),
            ledger.decision() == null ? null : Times.EARLY,
            ledger.carriedOut());
    return new ResourceManager(voter.name(), voter.timing(), plain);
  }

  private static Message.Phase2a wordless(Message.Phase2a said) {
    var votes = new HashMap<String, Vote>();
    said.votes().forEach((voter, vote) -> votes.put(voter, wordless(vote)));
    return new Message.Phase2a(said.record(), said.ballot(), votes, said.leader());
  }

  private static Vote wordless(Vote vote) {
    return vote.isPrepared() ? Vote.prepared("") : Vote.aborted("");
  }

  @Override
  public int claims(ResourceManager voter) {
    var ledger = voter.ledger();
    if (ledger == null) {
      return 0;
    }
    var vote = ledger.vote();
    return (vote != null && vote.isPrepared() ? Claims.PREPARED : 0)
        | (ledger.decision() == Decision.COMMIT ? Claims.COMMITTED : 0)
        | (ledger.decision() == Decision.ABORT ? Claims.ABORTED : 0);
  }

  @Override
  public String brief(ResourceManager voter) {
    return StoryText.of(voter.ledger());
  }
}

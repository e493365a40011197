package org.touchpaper.harc.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.touchpaper.harc.commit.Accepted;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.commit.Force;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;

/**
 * What messages are made of, as bytes: text preceded by its length, lists by their count. What
 * cannot be read is an {@link IllegalArgumentException} or an {@link IndexOutOfBoundsException}.
 */
final class Fields {
  private Fields() {}

  static void text(ByteBuf out, String text) {
    var at = out.writerIndex();
    out.writeInt(0);
    out.setInt(at, ByteBufUtil.writeUtf8(out, text));
  }

  static String text(ByteBuf in) {
    return in.readCharSequence(length(in), StandardCharsets.UTF_8).toString();
  }

  /** Also of lists: nothing in them takes less than a byte. */
  private static int length(ByteBuf in) {
    var length = in.readInt();
    if (length < 0 || length > in.readableBytes()) {
      throw new IllegalArgumentException("a length of " + length + " where that much is not left");
    }
    return length;
  }

  static void texts(ByteBuf out, Collection<String> texts) {
    out.writeInt(texts.size());
    texts.forEach(text -> text(out, text));
  }

  static List<String> texts(ByteBuf in) {
    var texts = new ArrayList<String>();
    for (var left = length(in); left > 0; left--) {
      texts.add(text(in));
    }
    return texts;
  }

  static void record(ByteBuf out, TransactionRecord record) {
    text(out, record.id().value());
    texts(out, record.resourceManagers());
    texts(out, record.acceptors());
    text(out, record.digest());
    instant(out, record.voteBy());
    out.writeInt(record.epoch());
  }

  static TransactionRecord record(ByteBuf in) {
    return new TransactionRecord(
        new TransactionId(text(in)), texts(in), texts(in), text(in), instant(in), in.readInt());
  }

  private static void instant(ByteBuf out, Instant instant) {
    out.writeLong(instant.getEpochSecond());
    out.writeInt(instant.getNano());
  }

  private static Instant instant(ByteBuf in) {
    try {
      return Instant.ofEpochSecond(in.readLong(), in.readInt());
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException("no such time", e);
    }
  }

  static void caller(ByteBuf out, Caller caller) {
    text(out, caller.name());
    text(out, caller.homeSite());
    texts(out, caller.virtualOrganisations());
    text(out, caller.role());
    text(out, caller.correlationId());
  }

  static Caller caller(ByteBuf in) {
    return new Caller(text(in), text(in), texts(in), text(in), text(in));
  }

  static void actions(ByteBuf out, Actions actions) {
    text(out, actions.resourceManager());
    text(out, actions.text());
  }

  static Actions actions(ByteBuf in) {
    return new Actions(text(in), text(in));
  }

  static void request(ByteBuf out, Request request, RecentRecords records) {
    records.write(out, request.record());
    caller(out, request.caller());
    request.actions().forEach(each -> actions(out, each));
  }

  /** One entry for each resource manager of the record. */
  static Request request(ByteBuf in, RecentRecords records) {
    var record = records.read(in);
    var caller = caller(in);
    var all = new ArrayList<Actions>();
    for (var left = record.resourceManagers().size(); left > 0; left--) {
      all.add(actions(in));
    }
    return new Request(record, caller, all);
  }

  static void incarnation(ByteBuf out, Incarnation incarnation) {
    out.writeInt(incarnation.epoch());
    text(out, incarnation.memory());
  }

  static Incarnation incarnation(ByteBuf in) {
    return new Incarnation(in.readInt(), text(in));
  }

  static void extent(ByteBuf out, Extent extent) {
    text(out, extent.life());
    out.writeLong(extent.entries());
  }

  static Extent extent(ByteBuf in) {
    return new Extent(text(in), in.readLong());
  }

  static void ballot(ByteBuf out, Ballot ballot) {
    out.writeLong(ballot.number());
  }

  static Ballot ballot(ByteBuf in) {
    return new Ballot(in.readLong());
  }

  static void votes(ByteBuf out, Map<String, Vote> votes) {
    out.writeInt(votes.size());
    votes.forEach((voter, vote) -> {
      text(out, voter);
      vote(out, vote);
    });
  }

  static Map<String, Vote> votes(ByteBuf in) {
    var votes = new HashMap<String, Vote>();
    for (var left = length(in); left > 0; left--) {
      votes.put(text(in), vote(in));
    }
    return votes;
  }

  static void accepted(ByteBuf out, Map<String, Accepted> accepted) {
    out.writeInt(accepted.size());
    accepted.forEach((voter, each) -> {
      text(out, voter);
      ballot(out, each.ballot());
      vote(out, each.vote());
    });
  }

  static Map<String, Accepted> accepted(ByteBuf in) {
    var accepted = new HashMap<String, Accepted>();
    for (var left = length(in); left > 0; left--) {
      accepted.put(text(in), new Accepted(ballot(in), vote(in)));
    }
    return accepted;
  }

  static void force(ByteBuf out, Force force) {
    text(out, force.by());
    text(out, force.reason());
    instant(out, force.at());
  }

  static Force force(ByteBuf in) {
    return new Force(text(in), text(in), instant(in));
  }

  private static void vote(ByteBuf out, Vote vote) {
    out.writeBoolean(vote.isPrepared());
    text(out, vote.note());
  }

  private static Vote vote(ByteBuf in) {
    return in.readBoolean() ? Vote.prepared(text(in)) : Vote.aborted(text(in));
  }
}

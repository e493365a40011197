package org.touchpaper.harc.transport.message;

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
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.OperatorOverride;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.journal.JournalPosition;

/**
 * The binary encoding of message fields: text is preceded by its length, a list by its count.
 * Malformed input throws {@link IllegalArgumentException} or {@link IndexOutOfBoundsException}.
 */
final class FieldCodec {
  private FieldCodec() {}

  static void text(ByteBuf out, String text) {
    var start = out.writerIndex();
    out.writeInt(0);
    out.setInt(start, ByteBufUtil.writeUtf8(out, text));
  }

  static String text(ByteBuf in) {
    return in.readCharSequence(length(in), StandardCharsets.UTF_8).toString();
  }

  /** A text's length or a list's count; a list entry takes at least one byte. */
  private static int length(ByteBuf in) {
    var length = in.readInt();
    if (length < 0 || length > in.readableBytes()) {
      throw new IllegalArgumentException(
          "length " + length + ", but only " + in.readableBytes() + " bytes remain");
    }
    return length;
  }

  static void texts(ByteBuf out, Collection<String> texts) {
    out.writeInt(texts.size());
    texts.forEach(text -> text(out, text));
  }

  static List<String> texts(ByteBuf in) {
    var texts = new ArrayList<String>();
    for (var remaining = length(in); remaining > 0; remaining--) {
      texts.add(text(in));
    }
    return texts;
  }

  private static <T> void map(ByteBuf out, Map<String, T> map, BiConsumer<ByteBuf, T> writer) {
    out.writeInt(map.size());
    map.forEach((name, value) -> {
      text(out, name);
      writer.accept(out, value);
    });
  }

  private static <T> Map<String, T> map(ByteBuf in, Function<ByteBuf, T> reader) {
    var map = new HashMap<String, T>();
    for (var remaining = length(in); remaining > 0; remaining--) {
      map.put(text(in), reader.apply(in));
    }
    return map;
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
      throw new IllegalArgumentException("instant out of range", e);
    }
  }

  static void requestingUser(ByteBuf out, RequestingUser user) {
    text(out, user.name());
    text(out, user.homeSite());
    texts(out, user.virtualOrganisations());
    text(out, user.role());
    text(out, user.correlationId());
  }

  static RequestingUser requestingUser(ByteBuf in) {
    return new RequestingUser(text(in), text(in), texts(in), text(in), text(in));
  }

  static void actions(ByteBuf out, ResourceManagerActions actions) {
    text(out, actions.resourceManager());
    text(out, actions.text());
  }

  static ResourceManagerActions actions(ByteBuf in) {
    return new ResourceManagerActions(text(in), text(in));
  }

  static void request(ByteBuf out, TransactionRequest request, RecordEncodingCache records) {
    records.write(out, request.record());
    requestingUser(out, request.caller());
    request.actions().forEach(action -> actions(out, action));
  }

  /** One entry for each resource manager of the record. */
  static TransactionRequest request(ByteBuf in, RecordEncodingCache records) {
    var record = records.read(in);
    var user = requestingUser(in);
    var actions = new ArrayList<ResourceManagerActions>();
    for (var remaining = record.resourceManagers().size(); remaining > 0; remaining--) {
      actions.add(actions(in));
    }
    return new TransactionRequest(record, user, actions);
  }

  static void identity(ByteBuf out, JournalIdentity identity) {
    out.writeInt(identity.epoch());
    text(out, identity.journalId());
  }

  static JournalIdentity identity(ByteBuf in) {
    return new JournalIdentity(in.readInt(), text(in));
  }

  static void position(ByteBuf out, JournalPosition position) {
    text(out, position.incarnation());
    out.writeLong(position.entries());
  }

  static JournalPosition position(ByteBuf in) {
    return new JournalPosition(text(in), in.readLong());
  }

  static void ballot(ByteBuf out, Ballot ballot) {
    out.writeLong(ballot.number());
  }

  static Ballot ballot(ByteBuf in) {
    return new Ballot(in.readLong());
  }

  static void votes(ByteBuf out, Map<String, Vote> votes) {
    map(out, votes, FieldCodec::vote);
  }

  static Map<String, Vote> votes(ByteBuf in) {
    return map(in, FieldCodec::vote);
  }

  static void acceptedVotes(ByteBuf out, Map<String, AcceptedVote> acceptedVotes) {
    map(out, acceptedVotes, FieldCodec::acceptedVote);
  }

  static Map<String, AcceptedVote> acceptedVotes(ByteBuf in) {
    return map(in, FieldCodec::acceptedVote);
  }

  private static void acceptedVote(ByteBuf out, AcceptedVote acceptedVote) {
    ballot(out, acceptedVote.ballot());
    vote(out, acceptedVote.vote());
  }

  private static AcceptedVote acceptedVote(ByteBuf in) {
    return new AcceptedVote(ballot(in), vote(in));
  }

  static void operatorOverride(ByteBuf out, OperatorOverride override) {
    text(out, override.by());
    text(out, override.reason());
    instant(out, override.at());
  }

  static OperatorOverride operatorOverride(ByteBuf in) {
    return new OperatorOverride(text(in), text(in), instant(in));
  }

  private static void vote(ByteBuf out, Vote vote) {
    out.writeBoolean(vote.isPrepared());
    text(out, vote.note());
  }

  private static Vote vote(ByteBuf in) {
    return in.readBoolean() ? Vote.prepared(text(in)) : Vote.aborted(text(in));
  }
}

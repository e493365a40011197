package org.touchpaper.harc.transport.message;

import static org.touchpaper.harc.transport.message.FieldCodec.acceptedVotes;
import static org.touchpaper.harc.transport.message.FieldCodec.actions;
import static org.touchpaper.harc.transport.message.FieldCodec.ballot;
import static org.touchpaper.harc.transport.message.FieldCodec.identity;
import static org.touchpaper.harc.transport.message.FieldCodec.operatorOverride;
import static org.touchpaper.harc.transport.message.FieldCodec.position;
import static org.touchpaper.harc.transport.message.FieldCodec.request;
import static org.touchpaper.harc.transport.message.FieldCodec.requestingUser;
import static org.touchpaper.harc.transport.message.FieldCodec.text;
import static org.touchpaper.harc.transport.message.FieldCodec.votes;

import io.netty.buffer.ByteBuf;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.Message.Acknowledged;
import org.touchpaper.harc.protocol.Message.Decide;
import org.touchpaper.harc.protocol.Message.Decided;
import org.touchpaper.harc.protocol.Message.Enlist;
import org.touchpaper.harc.protocol.Message.Enlisted;
import org.touchpaper.harc.protocol.Message.Forced;
import org.touchpaper.harc.protocol.Message.Learn;
import org.touchpaper.harc.protocol.Message.OtherRecord;
import org.touchpaper.harc.protocol.Message.Outbid;
import org.touchpaper.harc.protocol.Message.Phase1a;
import org.touchpaper.harc.protocol.Message.Phase1b;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.Message.Phase2b;
import org.touchpaper.harc.protocol.Message.Prepare;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;

/**
 * Encodes and decodes the payload of a frame: the kind, then the fields in the order of the
 * record's components. A kind's number is never reused, and fields change only with {@code
 * HandshakeProofs#VERSION}.
 */
public final class FramePayloadCodec {
  private static final int CHALLENGE = 1;
  private static final int HELLO = 2;
  private static final int WELCOME = 3;
  private static final int PING = 4;
  private static final int DECISION_ACK = 5;
  private static final int BEGIN = 6;
  private static final int OUTCOME_REPLY = 7;
  private static final int POSITION_REPORT = 8;
  private static final int BEGIN_REFUSED = 9;
  private static final int OUTCOME_QUERY = 10;
  private static final int ENLIST = 16;
  private static final int ENLISTED = 17;
  private static final int LEARN = 18;
  private static final int PHASE_1A = 19;
  private static final int PHASE_1B = 20;
  private static final int PHASE_2A = 21;
  private static final int PHASE_2B = 22;
  private static final int OUTBID = 23;
  private static final int DECIDED = 24;
  private static final int PREPARE = 25;
  private static final int DECIDE = 26;
  private static final int ACKNOWLEDGED = 27;
  private static final int FORCED = 28;
  private static final int OTHER_RECORD = 29;

  private FramePayloadCodec() {}

  public static void write(HandshakeMessage handshakeMessage, ByteBuf out) {
    switch (handshakeMessage) {
      case HandshakeMessage.Challenge(var version, var server, var nonce) -> {
        out.writeByte(CHALLENGE).writeInt(version);
        text(out, server);
        text(out, nonce);
      }
      case HandshakeMessage.Hello(
              var client,
              var identity,
              var seenPosition,
              var nonce,
              var proof) -> {
        out.writeByte(HELLO);
        text(out, client);
        identity(out, identity);
        position(out, seenPosition);
        text(out, nonce);
        text(out, proof);
      }
      case HandshakeMessage.Welcome(var identity, var seenPosition, var proof) -> {
        out.writeByte(WELCOME);
        identity(out, identity);
        position(out, seenPosition);
        text(out, proof);
      }
    }
  }

  public static HandshakeMessage readHandshakeMessage(ByteBuf in) {
    var kind = in.readByte();
    return requireFullyRead(
        in,
        switch (kind) {
          case CHALLENGE -> new HandshakeMessage.Challenge(in.readInt(), text(in), text(in));
          case HELLO ->
              new HandshakeMessage.Hello(text(in), identity(in), position(in), text(in), text(in));
          case WELCOME -> new HandshakeMessage.Welcome(identity(in), position(in), text(in));
          default ->
              throw new IllegalArgumentException("unknown kind of handshake message: " + kind);
        });
  }

  static void write(StreamMessage streamMessage, ByteBuf out, RecordEncodingCache recordCache) {
    switch (streamMessage) {
      case StreamMessage.Ping() -> out.writeByte(PING);
      case StreamMessage.DecisionAck(var id) -> {
        out.writeByte(DECISION_ACK);
        text(out, id.value());
      }
      case StreamMessage.Begin(var request, var waitMillis) -> {
        out.writeByte(BEGIN).writeLong(waitMillis);
        request(out, request, recordCache);
      }
      case StreamMessage.OutcomeQuery(var record) -> {
        out.writeByte(OUTCOME_QUERY);
        recordCache.write(out, record);
      }
      case StreamMessage.OutcomeReply(var fingerprint, var report) -> {
        out.writeByte(OUTCOME_REPLY);
        text(out, fingerprint);
        text(out, report.outcome().name());
        votes(out, report.votes());
      }
      case StreamMessage.BeginRefused(var fingerprint, var reason) -> {
        out.writeByte(BEGIN_REFUSED);
        text(out, fingerprint);
        text(out, reason);
      }
      case StreamMessage.PositionReport(var position) -> {
        out.writeByte(POSITION_REPORT);
        position(out, position);
      }
      case StreamMessage.ProtocolMessage(var message) -> write(message, out, recordCache);
    }
  }

  private static void write(Message message, ByteBuf out, RecordEncodingCache recordCache) {
    out.writeByte(kind(message));
    recordCache.write(out, message.record());
    switch (message) {
      case Enlist(_, var leader) -> text(out, leader);
      case Enlisted(_, var acceptor, var leader, var sameRecord) -> {
        text(out, acceptor);
        text(out, leader);
        out.writeBoolean(sameRecord);
      }
      case Learn(_, var leader) -> text(out, leader);
      case Phase1a(_, var ballot, var leader) -> {
        ballot(out, ballot);
        text(out, leader);
      }
      case Phase1b(_, var ballot, var acceptor, var acceptedVotes) -> {
        ballot(out, ballot);
        text(out, acceptor);
        acceptedVotes(out, acceptedVotes);
      }
      case Phase2a(_, var ballot, var votes, var leader) -> {
        ballot(out, ballot);
        votes(out, votes);
        text(out, leader);
      }
      case Phase2b(_, var acceptor, var acceptedVotes) -> {
        text(out, acceptor);
        acceptedVotes(out, acceptedVotes);
      }
      case Outbid(_, var promised, var acceptor) -> {
        ballot(out, promised);
        text(out, acceptor);
      }
      case Decided(_, var decision, var votes) -> {
        text(out, decision.name());
        votes(out, votes);
      }
      case Forced(_, var decision, var votes, var override) -> {
        text(out, decision.name());
        votes(out, votes);
        operatorOverride(out, override);
      }
      case Acknowledged(_, var decision) -> text(out, decision.name());
      case Prepare(_, var client, var actions, var leader) -> {
        requestingUser(out, client);
        actions(out, actions);
        text(out, leader);
      }
      case OtherRecord(_, var acceptor) -> text(out, acceptor);
      case Decide(_, var decision) -> text(out, decision.name());
    }
  }

  private static int kind(Message message) {
    return switch (message) {
      case Enlist _ -> ENLIST;
      case Enlisted _ -> ENLISTED;
      case Learn _ -> LEARN;
      case Phase1a _ -> PHASE_1A;
      case Phase1b _ -> PHASE_1B;
      case Phase2a _ -> PHASE_2A;
      case Phase2b _ -> PHASE_2B;
      case Outbid _ -> OUTBID;
      case Decided _ -> DECIDED;
      case Forced _ -> FORCED;
      case Acknowledged _ -> ACKNOWLEDGED;
      case Prepare _ -> PREPARE;
      case OtherRecord _ -> OTHER_RECORD;
      case Decide _ -> DECIDE;
    };
  }

  public static StreamMessage readStreamMessage(ByteBuf in, RecordEncodingCache recordCache) {
    var kind = in.readByte();
    return requireFullyRead(
        in,
        switch (kind) {
          case PING -> new StreamMessage.Ping();
          case DECISION_ACK -> new StreamMessage.DecisionAck(new TransactionId(text(in)));
          case POSITION_REPORT -> new StreamMessage.PositionReport(position(in));
          case BEGIN -> readBegin(in.readLong(), in, recordCache);
          case OUTCOME_QUERY -> new StreamMessage.OutcomeQuery(recordCache.read(in));
          case OUTCOME_REPLY ->
              new StreamMessage.OutcomeReply(text(in), transactionOutcome(text(in), in));
          case BEGIN_REFUSED -> new StreamMessage.BeginRefused(text(in), text(in));
          default -> new StreamMessage.ProtocolMessage(readProtocolMessage(kind, in, recordCache));
        });
  }

  private static StreamMessage.Begin readBegin(
      long waitMillis, ByteBuf in, RecordEncodingCache recordCache) {
    return new StreamMessage.Begin(request(in, recordCache), waitMillis);
  }

  private static TransactionOutcomeResponse transactionOutcome(String outcome, ByteBuf in) {
    return new TransactionOutcomeResponse(
        TransactionOutcomeResponse.Outcome.valueOf(outcome), votes(in));
  }

  private static Message readProtocolMessage(
      int kind, ByteBuf in, RecordEncodingCache recordCache) {
    return switch (kind) {
      case ENLIST -> new Enlist(recordCache.read(in), text(in));
      case ENLISTED -> new Enlisted(recordCache.read(in), text(in), text(in), in.readBoolean());
      case LEARN -> new Learn(recordCache.read(in), text(in));
      case PHASE_1A -> new Phase1a(recordCache.read(in), ballot(in), text(in));
      case PHASE_1B -> new Phase1b(recordCache.read(in), ballot(in), text(in), acceptedVotes(in));
      case PHASE_2A -> new Phase2a(recordCache.read(in), ballot(in), votes(in), text(in));
      case PHASE_2B -> new Phase2b(recordCache.read(in), text(in), acceptedVotes(in));
      case OUTBID -> new Outbid(recordCache.read(in), ballot(in), text(in));
      case DECIDED -> new Decided(recordCache.read(in), Decision.valueOf(text(in)), votes(in));
      case FORCED ->
          new Forced(
              recordCache.read(in), Decision.valueOf(text(in)), votes(in), operatorOverride(in));
      case ACKNOWLEDGED -> new Acknowledged(recordCache.read(in), Decision.valueOf(text(in)));
      case PREPARE -> new Prepare(recordCache.read(in), requestingUser(in), actions(in), text(in));
      case OTHER_RECORD -> new OtherRecord(recordCache.read(in), text(in));
      case DECIDE -> new Decide(recordCache.read(in), Decision.valueOf(text(in)));
      default -> throw new IllegalArgumentException("unknown kind of message: " + kind);
    };
  }

  private static <T> T requireFullyRead(ByteBuf in, T value) {
    if (in.isReadable()) {
      throw new IllegalArgumentException(
          in.readableBytes() + " unexpected bytes at the end of the frame");
    }
    return value;
  }
}

package org.touchpaper.harc.stream;

import static org.touchpaper.harc.stream.Fields.accepted;
import static org.touchpaper.harc.stream.Fields.actions;
import static org.touchpaper.harc.stream.Fields.ballot;
import static org.touchpaper.harc.stream.Fields.caller;
import static org.touchpaper.harc.stream.Fields.extent;
import static org.touchpaper.harc.stream.Fields.force;
import static org.touchpaper.harc.stream.Fields.incarnation;
import static org.touchpaper.harc.stream.Fields.request;
import static org.touchpaper.harc.stream.Fields.text;
import static org.touchpaper.harc.stream.Fields.votes;

import io.netty.buffer.ByteBuf;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Message.Acknowledged;
import org.touchpaper.harc.commit.Message.Decide;
import org.touchpaper.harc.commit.Message.Decided;
import org.touchpaper.harc.commit.Message.Enlist;
import org.touchpaper.harc.commit.Message.Enlisted;
import org.touchpaper.harc.commit.Message.Forced;
import org.touchpaper.harc.commit.Message.Learn;
import org.touchpaper.harc.commit.Message.OtherRecord;
import org.touchpaper.harc.commit.Message.Outbid;
import org.touchpaper.harc.commit.Message.Phase1a;
import org.touchpaper.harc.commit.Message.Phase1b;
import org.touchpaper.harc.commit.Message.Phase2a;
import org.touchpaper.harc.commit.Message.Phase2b;
import org.touchpaper.harc.commit.Message.Prepare;
import org.touchpaper.harc.commit.TransactionId;

/**
 * One frame's payload: its kind, then its fields in the order of the record that it is here. The
 * kinds' numbers are the wire's: none is ever used again for something else, and what the fields
 * are changes only with {@link Handshake#VERSION}.
 */
final class Wire {
  private static final int CHALLENGE = 1;
  private static final int HELLO = 2;
  private static final int WELCOME = 3;
  private static final int PING = 4;
  private static final int HEARD = 5;
  private static final int BEGIN = 6;
  private static final int ANSWER = 7;
  private static final int REACHED = 8;
  private static final int REFUSED = 9;
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

  private Wire() {}

  static void write(Greeting greeting, ByteBuf out) {
    switch (greeting) {
      case Greeting.Challenge(var version, var listener, var nonce) -> {
        out.writeByte(CHALLENGE).writeInt(version);
        text(out, listener);
        text(out, nonce);
      }
      case Greeting.Hello(var caller, var incarnation, var seen, var nonce, var proof) -> {
        out.writeByte(HELLO);
        text(out, caller);
        incarnation(out, incarnation);
        extent(out, seen);
        text(out, nonce);
        text(out, proof);
      }
      case Greeting.Welcome(var incarnation, var seen, var proof) -> {
        out.writeByte(WELCOME);
        incarnation(out, incarnation);
        extent(out, seen);
        text(out, proof);
      }
    }
  }

  static Greeting readGreeting(ByteBuf in) {
    var kind = in.readByte();
    return whole(
        in,
        switch (kind) {
          case CHALLENGE -> new Greeting.Challenge(in.readInt(), text(in), text(in));
          case HELLO ->
              new Greeting.Hello(text(in), incarnation(in), extent(in), text(in), text(in));
          case WELCOME -> new Greeting.Welcome(incarnation(in), extent(in), text(in));
          default -> throw new IllegalArgumentException("no greeting is of kind " + kind);
        });
  }

  static void write(Word word, ByteBuf out, RecentRecords records) {
    switch (word) {
      case Word.Ping() -> out.writeByte(PING);
      case Word.Heard(var id) -> {
        out.writeByte(HEARD);
        text(out, id.value());
      }
      case Word.Begin(var request, var waitMillis) -> {
        out.writeByte(BEGIN).writeLong(waitMillis);
        request(out, request, records);
      }
      case Word.Answer(var fingerprint, var knowledge) -> {
        out.writeByte(ANSWER);
        text(out, fingerprint);
        text(out, knowledge.outcome().name());
        votes(out, knowledge.votes());
      }
      case Word.Refused(var fingerprint, var sentence) -> {
        out.writeByte(REFUSED);
        text(out, fingerprint);
        text(out, sentence);
      }
      case Word.Reached(var extent) -> {
        out.writeByte(REACHED);
        extent(out, extent);
      }
      case Word.Said(var message) -> write(message, out, records);
    }
  }

  private static void write(Message message, ByteBuf out, RecentRecords records) {
    out.writeByte(kind(message));
    records.write(out, message.record());
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
      case Phase1b(_, var ballot, var acceptor, var accepted) -> {
        ballot(out, ballot);
        text(out, acceptor);
        accepted(out, accepted);
      }
      case Phase2a(_, var ballot, var votes, var leader) -> {
        ballot(out, ballot);
        votes(out, votes);
        text(out, leader);
      }
      case Phase2b(_, var acceptor, var accepted) -> {
        text(out, acceptor);
        accepted(out, accepted);
      }
      case Outbid(_, var promised, var acceptor) -> {
        ballot(out, promised);
        text(out, acceptor);
      }
      case Decided(_, var decision, var votes) -> {
        text(out, decision.name());
        votes(out, votes);
      }
      case Forced(_, var decision, var votes, var force) -> {
        text(out, decision.name());
        votes(out, votes);
        force(out, force);
      }
      case Acknowledged(_, var decision) -> text(out, decision.name());
      case Prepare(_, var caller, var actions, var leader) -> {
        caller(out, caller);
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

  static Word readWord(ByteBuf in, RecentRecords records) {
    var kind = in.readByte();
    return whole(
        in,
        switch (kind) {
          case PING -> new Word.Ping();
          case HEARD -> new Word.Heard(new TransactionId(text(in)));
          case REACHED -> new Word.Reached(extent(in));
          case BEGIN -> begin(in.readLong(), in, records);
          case ANSWER -> new Word.Answer(text(in), knowledge(text(in), in));
          case REFUSED -> new Word.Refused(text(in), text(in));
          default -> new Word.Said(message(kind, in, records));
        });
  }

  private static Word.Begin begin(long waitMillis, ByteBuf in, RecentRecords records) {
    return new Word.Begin(request(in, records), waitMillis);
  }

  private static Knowledge knowledge(String outcome, ByteBuf in) {
    return new Knowledge(Knowledge.Outcome.valueOf(outcome), votes(in));
  }

  private static Message message(int kind, ByteBuf in, RecentRecords records) {
    return switch (kind) {
      case ENLIST -> new Enlist(records.read(in), text(in));
      case ENLISTED -> new Enlisted(records.read(in), text(in), text(in), in.readBoolean());
      case LEARN -> new Learn(records.read(in), text(in));
      case PHASE_1A -> new Phase1a(records.read(in), ballot(in), text(in));
      case PHASE_1B -> new Phase1b(records.read(in), ballot(in), text(in), accepted(in));
      case PHASE_2A -> new Phase2a(records.read(in), ballot(in), votes(in), text(in));
      case PHASE_2B -> new Phase2b(records.read(in), text(in), accepted(in));
      case OUTBID -> new Outbid(records.read(in), ballot(in), text(in));
      case DECIDED -> new Decided(records.read(in), Decision.valueOf(text(in)), votes(in));
      case FORCED -> new Forced(records.read(in), Decision.valueOf(text(in)), votes(in), force(in));
      case ACKNOWLEDGED -> new Acknowledged(records.read(in), Decision.valueOf(text(in)));
      case PREPARE -> new Prepare(records.read(in), caller(in), actions(in), text(in));
      case OTHER_RECORD -> new OtherRecord(records.read(in), text(in));
      case DECIDE -> new Decide(records.read(in), Decision.valueOf(text(in)));
      default -> throw new IllegalArgumentException("no word is of kind " + kind);
    };
  }

  private static <T> T whole(ByteBuf in, T read) {
    if (in.isReadable()) {
      throw new IllegalArgumentException(in.readableBytes() + " bytes too many");
    }
    return read;
  }
}

package org.touchpaper.elementemulator.ciena;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.ciena.ControlPlane.Link;
import org.touchpaper.elementemulator.ciena.ControlPlane.Ltp;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.Denied;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.tl1.message.InputCommand;

/** A sub-network connection across three emulated CoreDirectors: A, M in the middle, and Z. */
class SncTest {

  @TempDir Path folder;
  private final ControlPlane plane =
      new ControlPlane(
          List.of(
              new Link(new Ltp("A", 1, "1-A-1-1"), new Ltp("M", 7, "1-A-1-1")),
              new Link(new Ltp("M", 8, "1-A-2-1"), new Ltp("Z", 1, "1-A-1-1"))));
  private EmulatedElement a;
  private EmulatedElement m;
  private EmulatedElement z;
  private Tl1Session head;
  private Tl1Session middle;
  private Tl1Session end;

  @BeforeEach
  void start() throws IOException {
    a = element("A");
    m = element("M");
    z = element("Z");
    head = session(a);
    middle = session(m);
    end = session(z);
  }

  @AfterEach
  void stop() {
    List.of(head, middle, end).forEach(Tl1Session::close);
    List.of(a, m, z).forEach(EmulatedElement::close);
  }

  private EmulatedElement element(String tid) throws IOException {
    return EmulatedElement.start(
        ElementConfig.demo(tid, ElementModel.CORE_DIRECTOR), folder, Clock.systemUTC(), plane);
  }

  private static Tl1Session session(EmulatedElement element) {
    return Tl1Session.open(
        new ElementEndpoint(element.tid(), "127.0.0.1", element.port()),
        Credentials.tl1("touchpaper", "lightpath"),
        SessionTiming.defaults(Clock.systemUTC()),
        TranscriptSink.NONE);
  }

  private static void complete(Tl1Session session, String command) {
    assertThat(send(session, command)).isInstanceOf(Completed.class);
  }

  private static Tl1Outcome send(Tl1Session session, String command) {
    return session.send(InputCommand.parse(command).orElseThrow());
  }

  private static String denial(Tl1Session session, String command) {
    var outcome = send(session, command);
    return outcome instanceof Denied(var code, var text) ? code + " " + text : outcome.toString();
  }

  private static List<String> rows(Tl1Session session, String command) {
    return ((Completed) send(session, command)).rows();
  }

  private void enterTermination() {
    complete(end, "ENT-VCG::zv:::SUPPTTP=1-A-9-1,TUNNELPEERTYPE=NONE,GROUPMEM=1&&3");
  }

  private void enterSnc() {
    complete(head, "ENT-VCG::av:::SUPPTTP=1-A-9-1,TUNNELPEERTYPE=NONE,GROUPMEM=1&&3");
    complete(head, "ENT-GTP::ag:::LBL=x,CTP=av-CTP-1&&3");
    complete(
        head, "ENT-DTL::way:::NODENAME1=A,OSRPLTPID1=1,NODENAME2=M,OSRPLTPID2=8,TERMNODENAME=Z");
    complete(head, "ENT-DTL-SET::ways:::WRKNM=way,");
    complete(
        head,
        "ENT-SNC-STSPC::ag,zv-CTP-1&&3:::NAME=c,TYPE=DYNAMIC,RMNODE=Z,LEP=GTP_NAMETYPE,"
            + "DTLSN=ways,DTLEXCL=YES,PST=IS");
  }

  @Test
  void worksOnceBothTerminationsExist() {
    enterSnc();
    assertThat(rows(head, "RTRV-SNC-STSPC::c"))
        .singleElement()
        .asString()
        .contains("PST=OOS-AU", "STATE=STARTING");
    assertThat(rows(head, "RTRV-SNC-DIAG::c").getLast())
        .contains("Backoff Expiry", "Termination does not exist at Z");

    enterTermination();
    assertThat(rows(head, "RTRV-SNC-DIAG::c").getLast()).contains("Path Defect Clear");
    assertThat(rows(head, "RTRV-SNC-STSPC::c"))
        .singleElement()
        .asString()
        .contains("PST=IS-NR", "STATE=WORKING_CONNECTED", "EPTYPE=ORIGINATING");
    assertThat(rows(end, "RTRV-SNC-STSPC::ALL"))
        .singleElement()
        .asString()
        .contains("A_c", "FROMENDPOINT=zv-CTP-1&&3", "RMNODE=A", "EPTYPE=TERMINATING");
  }

  @Test
  void usesFreeChannelsAndLocksItsTerminations() {
    complete(middle, "ENT-GTP::theirs:::LBL=x,CTP=1-A-2-1-CTP-2");
    enterTermination();
    enterSnc();
    assertThat(rows(head, "RTRV-SNC-STSPC::c").getFirst()).contains("WORKING");

    assertThat(denial(middle, "ENT-GTP::more:::LBL=x,CTP=1-A-1-1-CTP-3"))
        .contains("RCBY", "c of A");
    assertThat(denial(end, "ENT-GTP::more:::LBL=x,CTP=1-A-1-1-CTP-4")).contains("RCBY", "c of A");
    complete(end, "ENT-GTP::more:::LBL=x,CTP=1-A-1-1-CTP-2"); // a channel that the SNC avoided
    assertThat(denial(end, "ENT-GTP::own:::LBL=x,CTP=zv-CTP-1")).contains("RCBY");
    assertThat(denial(end, "ED-VCG::zv:::PST=OOS")).contains("SNVS", "held by A_c");
    assertThat(denial(head, "DLT-GTP::ag")).contains("SNVS", "held by c");
    assertThat(denial(head, "DLT-DTL-SET::ways")).contains("SNVS");
    assertThat(denial(head, "DLT-DTL::way")).contains("SNVS");
  }

  @Test
  void isDeletedOutOfServiceAndReleasesItsTerminations() {
    enterTermination();
    enterSnc();
    rows(head, "RTRV-SNC-STSPC::c");
    assertThat(denial(head, "DLT-SNC-STSPC::c")).contains("SNVS", "not out of service");
    complete(head, "ED-SNC-STSPC::c:::PST=OOS");
    assertThat(rows(head, "RTRV-SNC-STSPC::c").getFirst()).contains("PST=OOS-MA", "STATE=IDLE");
    complete(head, "DLT-SNC-STSPC::c");
    for (var command : List.of("DLT-DTL-SET::ways", "DLT-DTL::way", "DLT-GTP::ag")) {
      complete(head, command);
    }
    complete(end, "ED-VCG::zv:::PST=OOS");
    complete(end, "DLT-VCG::zv");
    assertThat(m.listEntities()).isEmpty();
    assertThat(z.listEntities()).isEmpty();
  }

  @Test
  void failsAndRecoversWithALinkOnItsRoute() {
    enterTermination();
    enterSnc();
    rows(head, "RTRV-SNC-STSPC::c");
    m.loseSignal("1-A-2-1");
    assertThat(rows(head, "RTRV-SNC-DIAG::c").getLast()).contains("Link down between M and Z");
    m.restoreSignal("1-A-2-1");
    assertThat(rows(head, "RTRV-SNC-STSPC::c").getFirst()).contains("PST=IS-NR");
  }

  @Test
  void recoversWhenALostTerminationIsEnteredAgain() throws IOException {
    enterTermination();
    enterSnc();
    rows(head, "RTRV-SNC-STSPC::c");
    z.restartEmpty();
    assertThat(rows(head, "RTRV-SNC-STSPC::c").getFirst()).contains("STATE=STARTING");
    end.close();
    end = session(z);
    enterTermination();
    assertThat(rows(head, "RTRV-SNC-STSPC::c").getFirst()).contains("STATE=WORKING");
  }

  @Test
  void deniesAListThatStartsElsewhereAndARouteThatDoesNotExist() {
    assertThat(denial(head, "ENT-DTL::x:::NODENAME1=M,OSRPLTPID1=1,TERMNODENAME=Z"))
        .contains("IIDT");
    assertThat(denial(head, "ENT-DTL-SET::x:::WRKNM=none,")).contains("IENE");
    enterTermination();
    complete(head, "ENT-VCG::av:::SUPPTTP=1-A-9-1,TUNNELPEERTYPE=NONE,GROUPMEM=1&&3");
    complete(head, "ENT-GTP::ag:::LBL=x,CTP=av-CTP-1&&3");
    complete(head, "ENT-DTL::way:::NODENAME1=A,OSRPLTPID1=9,TERMNODENAME=Z");
    complete(head, "ENT-DTL-SET::ways:::WRKNM=way,");
    assertThat(denial(head, "ENT-SNC-STSPC::ag,zv-CTP-1&&3:::NAME=c,RMNODE=M,DTLSN=ways"))
        .contains("the route ends at Z");
    complete(head, "ENT-SNC-STSPC::ag,zv-CTP-1&&3:::NAME=c,RMNODE=Z,DTLSN=ways,PST=IS");
    assertThat(rows(head, "RTRV-SNC-DIAG::c").getLast()).contains("Node A has no link 9");
  }
}

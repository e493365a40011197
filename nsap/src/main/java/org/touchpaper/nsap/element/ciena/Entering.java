package org.touchpaper.nsap.element.ciena;

import static org.touchpaper.nsap.element.ciena.CoreDirector.CRS;
import static org.touchpaper.nsap.element.ciena.CoreDirector.DTL;
import static org.touchpaper.nsap.element.ciena.CoreDirector.DTL_SET;
import static org.touchpaper.nsap.element.ciena.CoreDirector.EFLOW;
import static org.touchpaper.nsap.element.ciena.CoreDirector.GTP;
import static org.touchpaper.nsap.element.ciena.CoreDirector.SNC;
import static org.touchpaper.nsap.element.ciena.CoreDirector.VCG;
import static org.touchpaper.tl1.message.InputCommand.parameter;

import java.util.ArrayList;
import java.util.List;
import org.touchpaper.segment.element.Item;
import org.touchpaper.tl1.message.InputCommand;

/** The command that enters each kind of thing into a CoreDirector (release 6). */
final class Entering {

  private Entering() {}

  /** A command about one thing, by its name. */
  static InputCommand about(String verb, String kind, String name) {
    return switch (kind) {
      case CRS -> InputCommand.of(verb + "-CRS-STSPC").at(parameter("NAME", name));
      case SNC -> InputCommand.of(verb + "-SNC-STSPC").at(name);
      default -> InputCommand.of(verb + "-" + kind).at(name);
    };
  }

  /** All there are of a kind. */
  static InputCommand retrieveAll(String kind) {
    return InputCommand.of(about("RTRV", kind, "").code()).at("ALL");
  }

  static InputCommand command(Item item) {
    return switch (item.kind()) {
      case VCG -> group(item);
      case EFLOW -> flow(item);
      case GTP ->
          about("ENT", GTP, item.key())
              .block(parameter("LBL", item.owner()), "", list(item, "CTP"));
      case CRS ->
          InputCommand.of("ENT-CRS-STSPC")
              .at(of(item, "FROMENDPOINT") + "," + of(item, "TOENDPOINT"))
              .block(
                  parameter("NAME", item.key()),
                  "FROMTYPE=GTP",
                  "TOTYPE=GTP",
                  parameter("ALIAS", item.owner()));
      case DTL -> about("ENT", DTL, item.key()).block(way(item).toArray(String[]::new));
      case DTL_SET -> about("ENT", DTL_SET, item.key()).block(of(item, "WRKNM"), "");
      case SNC -> connection(item);
      default -> throw new IllegalArgumentException("a CoreDirector holds no " + item.kind());
    };
  }

  /** Positions that stay empty are required. */
  private static InputCommand group(Item item) {
    return about("ENT", VCG, item.key())
        .block(
            parameter("ALIAS", item.owner()),
            "PST=IS",
            of(item, "SUPPTTP"),
            "CRCTYPE=CRC_32",
            "",
            "",
            "FRAMINGMODE=GFP",
            "TUNNELPEERTYPE=NONE",
            "",
            "GFPFCSENABLED=YES",
            "",
            "",
            list(item, "GROUPMEM"),
            "",
            "");
  }

  private static InputCommand flow(Item item) {
    return about("ENT", EFLOW, item.key())
        .block(
            of(item, "INGRESSPORTTYPE"),
            of(item, "INGRESSPORTNAME"),
            "PKTTYPE=SINGLE_VLAN_TAG",
            of(item, "OUTERVLANIDRANGE"),
            "",
            "PRIORITY=1&&8",
            of(item, "EGRESSPORTTYPE"),
            of(item, "EGRESSPORTNAME"),
            "COSMAPPING=COS_PORT_DEFAULT");
  }

  private static List<String> way(Item list) {
    var way = new ArrayList<String>();
    for (var n = 1; list.attributes().containsKey("NODENAME" + n); n++) {
      way.add(of(list, "NODENAME" + n));
      way.add(of(list, "OSRPLTPID" + n));
    }
    way.add(of(list, "TERMNODENAME"));
    return way;
  }

  /** On the listed way and no other; what restores it if that breaks is for its holder to say. */
  private static InputCommand connection(Item item) {
    var attributes = item.attributes();
    return InputCommand.of("ENT-SNC-STSPC")
        .at(attributes.get("FROMENDPOINT") + "," + attributes.get("TOENDPOINT"))
        .block(
            parameter("NAME", item.key()),
            "TYPE=DYNAMIC",
            of(item, "RMNODE"),
            "LEP=GTP_NAMETYPE",
            parameter("ALIAS", item.owner()),
            of(item, "DTLSN"),
            "DTLEXCL=YES",
            "CONNDIR=BI_DIRECTION",
            "MESHRST=NO",
            "PRTT=APS_VLSR_UNPROTECTED",
            "PST=IS");
  }

  private static String list(Item item, String attribute) {
    return InputCommand.list(attribute, item.attributes().getOrDefault(attribute, ""));
  }

  private static String of(Item item, String attribute) {
    return parameter(attribute, item.attributes().getOrDefault(attribute, ""));
  }
}

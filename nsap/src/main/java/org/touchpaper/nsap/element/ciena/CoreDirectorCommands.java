package org.touchpaper.nsap.element.ciena;

import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.CRS;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.DTL;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.DTL_SET;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.EFLOW;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.GTP;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.SNC;
import static org.touchpaper.nsap.element.ciena.CoreDirectorPlugin.VCG;
import static org.touchpaper.tl1.message.InputCommand.parameter;

import java.util.ArrayList;
import java.util.List;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.tl1.message.InputCommand;

/** Builds the commands for each kind of CoreDirector entity (release 6). */
final class CoreDirectorCommands {

  private CoreDirectorCommands() {}

  /** A command about one entity, by its name. */
  static InputCommand commandFor(String verb, String kind, String name) {
    return switch (kind) {
      case CRS -> InputCommand.of(verb + "-CRS-STSPC").withAid(parameter("NAME", name));
      case SNC -> InputCommand.of(verb + "-SNC-STSPC").withAid(name);
      default -> InputCommand.of(verb + "-" + kind).withAid(name);
    };
  }

  /** Retrieves all entities of a kind. */
  static InputCommand retrieveAll(String kind) {
    return InputCommand.of(commandFor("RTRV", kind, "").code()).withAid("ALL");
  }

  static InputCommand enterCommand(ConfigItem item) {
    return switch (item.kind()) {
      case VCG -> enterGroup(item);
      case EFLOW -> enterFlow(item);
      case GTP ->
          commandFor("ENT", GTP, item.key())
              .withBlock(parameter("LBL", item.owner()), "", list(item, "CTP"));
      case CRS ->
          InputCommand.of("ENT-CRS-STSPC")
              .withAid(attribute(item, "FROMENDPOINT") + "," + attribute(item, "TOENDPOINT"))
              .withBlock(
                  parameter("NAME", item.key()),
                  "FROMTYPE=GTP",
                  "TOTYPE=GTP",
                  parameter("ALIAS", item.owner()));
      case DTL ->
          commandFor("ENT", DTL, item.key()).withBlock(transitList(item).toArray(String[]::new));
      case DTL_SET ->
          commandFor("ENT", DTL_SET, item.key()).withBlock(attribute(item, "WRKNM"), "");
      case SNC -> enterSnc(item);
      default ->
          throw new IllegalArgumentException("unknown CoreDirector entity kind " + item.kind());
    };
  }

  /** The empty positions are required. */
  private static InputCommand enterGroup(ConfigItem item) {
    return commandFor("ENT", VCG, item.key())
        .withBlock(
            parameter("ALIAS", item.owner()),
            "PST=IS",
            attribute(item, "SUPPTTP"),
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

  private static InputCommand enterFlow(ConfigItem item) {
    return commandFor("ENT", EFLOW, item.key())
        .withBlock(
            attribute(item, "INGRESSPORTTYPE"),
            attribute(item, "INGRESSPORTNAME"),
            "PKTTYPE=SINGLE_VLAN_TAG",
            attribute(item, "OUTERVLANIDRANGE"),
            "",
            "PRIORITY=1&&8",
            attribute(item, "EGRESSPORTTYPE"),
            attribute(item, "EGRESSPORTNAME"),
            "COSMAPPING=COS_PORT_DEFAULT");
  }

  private static List<String> transitList(ConfigItem item) {
    var fields = new ArrayList<String>();
    for (var n = 1; item.attributes().containsKey("NODENAME" + n); n++) {
      fields.add(attribute(item, "NODENAME" + n));
      fields.add(attribute(item, "OSRPLTPID" + n));
    }
    fields.add(attribute(item, "TERMNODENAME"));
    return fields;
  }

  /** Uses the listed path only; restoration is the holder's decision. */
  private static InputCommand enterSnc(ConfigItem item) {
    var attributes = item.attributes();
    return InputCommand.of("ENT-SNC-STSPC")
        .withAid(attributes.get("FROMENDPOINT") + "," + attributes.get("TOENDPOINT"))
        .withBlock(
            parameter("NAME", item.key()),
            "TYPE=DYNAMIC",
            attribute(item, "RMNODE"),
            "LEP=GTP_NAMETYPE",
            parameter("ALIAS", item.owner()),
            attribute(item, "DTLSN"),
            "DTLEXCL=YES",
            "CONNDIR=BI_DIRECTION",
            "MESHRST=NO",
            "PRTT=APS_VLSR_UNPROTECTED",
            "PST=IS");
  }

  private static String list(ConfigItem item, String attribute) {
    return InputCommand.listParameter(attribute, item.attributes().getOrDefault(attribute, ""));
  }

  private static String attribute(ConfigItem item, String attribute) {
    return parameter(attribute, item.attributes().getOrDefault(attribute, ""));
  }
}

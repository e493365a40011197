package org.touchpaper.segment.soap;

import org.touchpaper.platform.soap.SoapContract;

/** The two SOAP contracts: that of a segment and that of its holder. */
public record SegmentAndHolderContracts(SoapContract segment, SoapContract holder) {

  private static final String BINDINGS = "org.touchpaper.schema.segment";
  private static final String SCHEMA = "schema/segment/segment.xsd";

  /** Loads both from the class path, which takes about a second. */
  public static SegmentAndHolderContracts load() {
    return new SegmentAndHolderContracts(
        SoapContract.load("schema/segment/segment.wsdl", SCHEMA, BINDINGS),
        SoapContract.load("schema/segment/segment-holder.wsdl", SCHEMA, BINDINGS));
  }
}

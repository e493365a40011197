package org.touchpaper.segment.operator;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/** All there is to know of an element. */
record ElementDetail(
    @JsonUnwrapped ElementSummary summary,
    Comparison holds,
    List<Reports.Alarm> standing,
    List<Reports.Report> reports) {}

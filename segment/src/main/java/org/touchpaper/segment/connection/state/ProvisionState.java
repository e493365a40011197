package org.touchpaper.segment.connection.state;

/** States of NSI's provision state machine (GFD.237 section 3.5). */
public enum ProvisionState {
  RELEASED,
  PROVISIONING,
  PROVISIONED,
  RELEASING
}

package dev.tributary.enrich.geometry;

import java.util.Optional;

/** Takes what a source holds, feature by feature; a bare geometry is one. */
interface Features {

  /**
   * @param path empty for the root
   * @param label a name or an id, empty without
   * @param reading empty where there is no geometry
   */
  void feature(String path, String label, Optional<Reading> reading);

  /** One feature of several cannot be read. Throwing ends the reading. */
  void refused(String path, String label, RefusedGeometryException refusal)
      throws RefusedGeometryException;
}

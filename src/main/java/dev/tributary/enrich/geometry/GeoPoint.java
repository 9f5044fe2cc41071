package dev.tributary.enrich.geometry;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** A place, as a geo_point takes it. */
public record GeoPoint(double longitude, double latitude) {

  public void write(JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeFieldName("lat");
    GeoJsonWriter.write(latitude, out);
    out.writeFieldName("lon");
    GeoJsonWriter.write(longitude, out);
    out.writeEndObject();
  }
}
